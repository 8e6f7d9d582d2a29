// Delta and zig-zag coding of an integer series, with the byte length each code would need.
#define ZIGZAG(d) (((uint)(d) << 1) ^ (uint)((d) >> 31))

__kernel void delta_zigzag(__global const int *series, __global uint *code, __global uchar *nbytes, int n)
{
    int i = get_global_id(0);
    if (i >= n) return;

    int prev = i ? series[i - 1] : 0;
    int delta = (int)((uint)series[i] - (uint)prev);
    uint z = ZIGZAG(delta);
    code[i] = z;
    nbytes[i] = z < (1u << 7) ? 1 : z < (1u << 14) ? 2 : z < (1u << 21) ? 3 : z < (1u << 28) ? 4 : 5;
}
