// Multiplies each 4x4 matrix of a batch repeatedly by a shared transform, rows as float4.
typedef struct { float4 r0, r1, r2, r3; } M4;

static float4 rowTimes(float4 v, __constant float4 *T)
{
    return v.x * T[0] + v.y * T[1] + v.z * T[2] + v.w * T[3];
}

__kernel void batchedMM4Chain(__global M4 *mats, __constant float4 *T, const int repeat)
{
    M4 m = mats[get_global_id(0)];

    for (int i = 0; i < repeat; ++i)
    {
        m.r0 = rowTimes(m.r0, T);
        m.r1 = rowTimes(m.r1, T);
        m.r2 = rowTimes(m.r2, T);
        m.r3 = rowTimes(m.r3, T);
    }
    mats[get_global_id(0)] = m;
}
