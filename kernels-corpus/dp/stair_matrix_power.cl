// Linear recurrence of order two at a far index: 2 x 2 matrix power by repeated squaring modulo a prime.
typedef struct { uint a, b, c, d; } Mat2;

#define M 998244353u
#define MULMOD(x, y) ((uint)(((ulong)(x) * (y)) % M))

static Mat2 matmul2(Mat2 p, Mat2 q)
{
    Mat2 r;
    r.a = (MULMOD(p.a, q.a) + MULMOD(p.b, q.c)) % M;
    r.b = (MULMOD(p.a, q.b) + MULMOD(p.b, q.d)) % M;
    r.c = (MULMOD(p.c, q.a) + MULMOD(p.d, q.c)) % M;
    r.d = (MULMOD(p.c, q.b) + MULMOD(p.d, q.d)) % M;
    return r;
}

__kernel void stair_matrix_power(__global const ulong *index, __global uint *term, uint p, uint q)
{
    ulong e = index[get_global_id(0)];
    Mat2 acc = { 1, 0, 0, 1 };
    Mat2 base = { p % M, q % M, 1, 0 };

    for (int bit = 0; bit < 64; ++bit) {
        if (e & 1)
            acc = matmul2(acc, base);
        base = matmul2(base, base);
        e >>= 1;
    }
    term[get_global_id(0)] = acc.c;
}
