// Counts correct predictions: argmax of scores stored class-major, group subtotal by a local counter, one global add.
__kernel void argmax_accuracy_count(__global const float *scores, __global const ushort *truth,
                                    __global uint *hits, uint samples, uint classes)
{
    __local uint right;
    const uint s = get_global_id(0);

    if (get_local_id(0) == 0) right = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (s < samples) {
        float top = scores[s];
        uint arg = 0;
        for (uint c = 1; c < classes; ++c) {
            const float v = scores[c * samples + s];
            if (v > top) { top = v; arg = c; }
        }
        if (arg == truth[s])
            atomic_inc(&right);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && right > 0)
        atomic_add(hits, right);
}
