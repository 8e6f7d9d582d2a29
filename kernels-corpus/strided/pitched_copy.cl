// Copies a rectangle between two pitched buffers with separate offsets.
kernel void pitched_copy(global const uint *src, uint src_offset, uint src_pitch,
                         global uint *dst, uint dst_offset, uint dst_pitch,
                         uint width, uint height)
{
    const uint total = width * height;
    for (uint i = get_global_id(0); i < total; i += get_global_size(0)) {
        const uint r = i / width, c = i % width;
        dst[dst_offset + r * dst_pitch + c] = src[src_offset + r * src_pitch + c];
    }
}
