// Max pooling 2x2 of one-channel rows, keeps the winning corner for the backward pass.
__kernel void maxpool2x2_argmax(__global const float2 *rows, __global float *pooled, __global uchar *corner,
                                int pooled_w, int pooled_h)
{
    int i = get_global_id(0);
    if (i >= pooled_w * pooled_h) return;
    int r = i / pooled_w, c = i % pooled_w;
    float2 top = rows[2 * r * pooled_w + c];
    float2 bot = rows[(2 * r + 1) * pooled_w + c];

    float best = top.x;
    uchar  who = 0;
    if (top.y > best) { best = top.y; who = 1; }
    if (bot.x > best) { best = bot.x; who = 2; }
    if (bot.y > best) { best = bot.y; who = 3; }
    pooled[i] = best;
    corner[i] = who;
}
