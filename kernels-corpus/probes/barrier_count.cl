// Barrier cost probe: nothing but barriers with a token passed round the group.
#define SYNC() barrier(CLK_LOCAL_MEM_FENCE)

__kernel void barrier_count(__global int *out, __local int *token, const int barriers)
{
    const int l = get_local_id(0);
    token[l] = l;
    SYNC();
    for (int b = 0; b < barriers; b++) {
        const int t = token[(l + 1) % (int)get_local_size(0)];
        SYNC();
        token[l] = t + 1;
        SYNC();
    }
    out[get_global_id(0)] = token[l];
}
