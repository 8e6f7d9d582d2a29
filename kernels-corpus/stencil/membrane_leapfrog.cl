// Leapfrog step of a drum membrane with an absorbing sponge of given depth along the rim.
float sponge(int d, int depth)
{
    if (d >= depth) return 1.0f;
    float s = 0.015f * (float)(depth - d);
    return exp(-s * s);
}

__kernel void membrane_leapfrog(__global const float* now, __global float* prev_next,
                                __global const float* speed, int w, int h, int depth, float courant)
{
    int i = get_global_id(0);
    if (i >= w * h) return;
    int x = i % w, y = i / w;
    int d = min(min(x, w - 1 - x), min(y, h - 1 - y));
    if (x < 1 || y < 1 || x > w - 2 || y > h - 2) { prev_next[i] = 0.0f; return; }

    float c = courant * speed[i];
    float lap = now[i - 1] + now[i + 1] + now[i - w] + now[i + w] - 4.0f * now[i];
    float v = 2.0f * now[i] - prev_next[i] + c * c * lap;
    prev_next[i] = v * sponge(d, depth);
}
