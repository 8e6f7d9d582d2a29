// Token and position embeddings summed into the activations, one feature of one token per work-item.
__kernel void embedding_gather_pos(__global const int *restrict token_ids,
                                   __global const float *restrict table,
                                   __global const float *restrict positions,
                                   __global float *restrict hidden,
                                   const int tokens, const int dim, const int vocab, const int context)
{
    const int i = get_global_id(0);
    if (i >= tokens * dim)
        return;
    const int t = i / dim;
    const int d = i % dim;
    const int id = clamp(token_ids[t], 0, vocab - 1);
    hidden[i] = table[id * dim + d] + positions[(t % context) * dim + d];
}
