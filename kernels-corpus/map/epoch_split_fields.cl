// Splits 64-bit epoch milliseconds into weekday, hour, minute, second and millisecond fields.
typedef struct { uchar weekday, hour, minute, second; ushort milli; ushort week; } clock_fields;

kernel void epoch_split_fields(global const ulong *ms, global clock_fields *out, const uint zone_minutes)
{
    const size_t g = get_global_id(0);
    ulong t = ms[g] + (ulong)(zone_minutes % 1440u) * 60000UL;
    clock_fields f;
    f.milli = (ushort)(t % 1000UL);  t /= 1000UL;
    f.second = (uchar)(t % 60UL);    t /= 60UL;
    f.minute = (uchar)(t % 60UL);    t /= 60UL;
    f.hour = (uchar)(t % 24UL);      t /= 24UL;
    f.weekday = (uchar)((t + 4UL) % 7UL);
    f.week = (ushort)((t / 7UL) & 0xffffUL);
    out[g] = f;
}
