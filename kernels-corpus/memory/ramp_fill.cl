// Writes each index to its place.
kernel void ramp_fill(global int *out)
{
    int i = get_global_id(0);
    out[i] = i;
}
