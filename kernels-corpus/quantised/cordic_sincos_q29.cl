// Sine and cosine by CORDIC rotations in Q29 fixed point.
__constant int atanQ29[16] = { 421657428, 248918915, 131521918, 66762579, 33510843, 16771758, 8387925, 4194219,
                               2097141, 1048575, 524288, 262144, 131072, 65536, 32768, 16384 };

kernel void cordic_sincos_q29(global const int *angle, global int2 *sc, const int iterations)
{
    int x = 326016437, y = 0;
    int z = angle[get_global_id(0)] % 843314856;
    const int last = min(iterations, 16);
    for (int i = 0; i < last; ++i) {
        const int s = z >> 31;
        const int dx = ((y >> i) ^ s) - s;
        const int dy = ((x >> i) ^ s) - s;
        x -= dx;
        y += dy;
        z -= (atanQ29[i] ^ s) - s;
    }
    sc[get_global_id(0)] = (int2)(y, x);
}
