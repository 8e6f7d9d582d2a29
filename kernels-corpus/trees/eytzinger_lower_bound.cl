// Branch-free lower bound in an Eytzinger (breadth-first) array, four queries a work-item in lock step.
#define UNDO(i) ((i) >> ((popcount((i) & ~((i) + 1)) + 1) & 31))

__kernel void eytzinger_lower_bound(__global const int *e, __global const int4 *q, __global int4 *rank,
                                    const uint n, const uint levels)
{
    const uint g = get_global_id(0);
    const int4 want = q[g];
    uint a = 1, b = 1, c = 1, d = 1;

    for (uint l = 0; l < levels; ++l) {
        a = 2 * a + (e[(a - 1) % n] < want.s0);
        b = 2 * b + (e[(b - 1) % n] < want.s1);
        c = 2 * c + (e[(c - 1) % n] < want.s2);
        d = 2 * d + (e[(d - 1) % n] < want.s3);
    }
    rank[g] = (int4)(UNDO(a), UNDO(b), UNDO(c), UNDO(d));
}
