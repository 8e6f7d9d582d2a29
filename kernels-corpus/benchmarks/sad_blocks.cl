// Motion search: sums of absolute differences of a 4x4 block against 16 displacements along a row; blocks flattened.
__kernel void sad_blocks(__global const uchar *frame, __global const uchar *reference, __global ushort *sads,
                         const int candidates, const int blocks_x)
{
    const int gid = get_global_id(0);
    if (gid >= candidates) return;
    const int block = gid / 16;
    const int move = gid % 16;
    const int bx = block % blocks_x, by = block / blocks_x;
    const int pitch = blocks_x * 4 + 16;

    ushort sad = 0;
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 4; x++) {
            const int at = (by * 4 + y) * pitch + bx * 4 + x;
            sad += abs_diff(frame[at], reference[at + move]);
        }
    sads[gid] = sad;
}
