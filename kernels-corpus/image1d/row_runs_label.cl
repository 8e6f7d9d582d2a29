// Connected runs of foreground in each row: start, length and count, up to a fixed number of runs.
#define MAX_RUNS 32
typedef struct { ushort start, length; } Run;

__kernel void row_runs_label(__global const uchar *mask, __global Run *runs, __global int *runCount,
                             int width, int rows)
{
    int y = get_global_id(0);
    if (y >= rows) return;
    __global Run *mine = runs + y * MAX_RUNS;
    int count = 0, open = -1;

    for (int x = 0; x <= width; ++x) {
        bool on = x < width && mask[y * width + x] != 0;
        if (on && open < 0)
            open = x;
        else if (!on && open >= 0) {
            if (count < MAX_RUNS) {
                Run r;
                r.start = (ushort)open;
                r.length = (ushort)(x - open);
                mine[count] = r;
            }
            ++count;
            open = -1;
        }
    }
    runCount[y] = count;
}
