// One phase of odd-even transposition sort over records in global memory.
typedef struct { short key; short tag; float load; } rec_t;

__kernel void odd_even_global_phase(__global rec_t* r, int n, int phase)
{
  int i = 2 * get_global_id(0) + (phase & 1);
  if (i + 1 >= n) return;
  rec_t a = r[i];
  rec_t b = r[i + 1];
  if (a.key > b.key || (a.key == b.key && a.load > b.load)) {
    r[i] = b;
    r[i + 1] = a;
  }
}
