// Weights of a layer move against the error, with momentum: one weight a work-item, ly[0] belongs to the bias.
#define ETA 0.3f
#define MOMENTUM 0.3f

__kernel void backprop_weights(__global const float *delta, int hid, __global const float *ly, int connections,
                               __global float *w, __global float *oldw)
{
    int index = get_global_id(0);
    if (index < connections)
    {
        float change = ETA * delta[index % hid] * ly[index / hid] + MOMENTUM * oldw[index];
        w[index] += change;
        oldw[index] = change;
    }
}
