// Splits interleaved 16-bit stereo frames into mid and side float channels, eight frames a work-item.
kernel void deinterleave_stereo16(global const short *pcm, global float *mid, global float *side, uint chunks)
{
    const uint c = get_global_id(0);
    if (c >= chunks) return;
    const short16 f = vload16(c, pcm);
    const float8 l = convert_float8(f.even) / 32768.0f;
    const float8 r = convert_float8(f.odd) / 32768.0f;
    vstore8((l + r) * 0.5f, c, mid);
    vstore8((l - r) * 0.5f, c, side);
}
