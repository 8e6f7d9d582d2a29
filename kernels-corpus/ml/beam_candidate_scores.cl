// Beam search step: length-normalised scores of all continuations and a per-chunk best kept for later merging.
#define CAND 16

__kernel void beam_candidate_scores(__global const float *beam_logp, __global const float *step_logp,
                                    __global float *scores, __global float *chunk_best, __global int *chunk_arg,
                                    const int beams, const int vocab, const int length, const float alpha)
{
    const int chunk = get_global_id(0);
    const int total = beams * vocab;
    const float penalty = powr((5.0f + length) / 6.0f, alpha);
    float best = -INFINITY;
    int arg = -1;

    for (int k = 0; k < CAND; k++) {
        const int c = chunk * CAND + k;
        if (c < total) {
            const float s = (beam_logp[c / vocab] + step_logp[c]) / penalty;
            scores[c] = s;
            arg = s > best ? c : arg;
            best = fmax(best, s);
        }
    }
    chunk_best[chunk] = best;
    chunk_arg[chunk] = arg;
}
