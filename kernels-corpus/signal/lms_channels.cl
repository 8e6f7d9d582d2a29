// Adaptive noise cancelling with normalised LMS, sixteen weights kept private, one channel a work-item.
#define ORDER 16

kernel void lms_channels(global const float *reference, global const float *primary, global float *error,
                         global float *weights, int frames, float mu)
{
    int ch = get_global_id(0);
    global const float *ref = reference + ch * frames;
    global const float *pri = primary + ch * frames;
    global float *err = error + ch * frames;
    float16 w = vload16(ch, weights);
    float16 d = 0.0f;

    for (int t = 0; t < frames; ++t) {
        d = (float16)(ref[t], d.s0123, d.s4567, d.s89ab, d.scde);
        float16 prod = w * d, sq = d * d;
        float8 p8 = prod.lo + prod.hi, q8 = sq.lo + sq.hi;
        float4 p4 = p8.lo + p8.hi, q4 = q8.lo + q8.hi;
        float y = p4.x + p4.y + p4.z + p4.w;
        float e = pri[t] - y;
        w += (mu * e / (1e-3f + q4.x + q4.y + q4.z + q4.w)) * d;
        err[t] = e;
    }
    vstore16(w, ch, weights);
}
