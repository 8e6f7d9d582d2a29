// Magnetic field of straight current segments at sample points, exact segment formula.
struct wire { float ax, ay, az, bx, by, bz, current; };

kernel void biot_savart_segments(constant struct wire *wires, global const float *px, global const float *py, global const float *pz,
                                 global float *field, const int nwires, const int npoints)
{
    for (int i = get_global_id(0); i < npoints; i += get_global_size(0)) {
        float3 B = (float3)(0.0f);
        const float3 p = (float3)(px[i], py[i], pz[i]);
        for (int w = 0; w < nwires; w++) {
            const float3 r1 = p - (float3)(wires[w].ax, wires[w].ay, wires[w].az);
            const float3 r2 = p - (float3)(wires[w].bx, wires[w].by, wires[w].bz);
            const float l1 = length(r1), l2 = length(r2);
            const float den = l1 * l2 * (l1 * l2 + dot(r1, r2)) + 1e-9f;
            B += cross(r1, r2) * (1e-7f * wires[w].current * (l1 + l2) / den);
        }
        field[i] = B.x;
        field[npoints + i] = B.y;
        field[2 * npoints + i] = B.z;
    }
}
