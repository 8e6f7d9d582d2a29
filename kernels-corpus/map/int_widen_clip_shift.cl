// Multiplies 16-bit samples by Q14 gains in 32 bits, rounds, shifts and clips back to 16 bits.
typedef short i16;
typedef int   i32;

static i16 clip16(i32 v) { return (i16)clamp(v, -32768, 32767); }

kernel void int_widen_clip_shift(global const i16 *restrict x, global const i16 *restrict gain,
                                 global i16 *restrict y, const i32 n, const i32 nGain)
{
    for (i32 i = get_global_id(0); i < n; i += get_global_size(0))
        y[i] = clip16(((i32)x[i] * gain[i % nGain] + (1 << 13)) >> 14);
}
