// Thins gradient magnitudes: keeps a pixel only when it is the largest along its quantised direction.
__kernel void nms_gradient_dir(__global const short *gx, __global const short *gy, __global ushort *thin, int w, int h)
{
    int id = get_global_id(0);
    if (id >= w * h) return;
    int x = id % w, y = id / w;
    if (x == 0 || y == 0 || x >= w - 1 || y >= h - 1) { thin[id] = 0; return; }

    int dx = gx[id], dy = gy[id];
    int ax = abs(dx), ay = abs(dy);
    int ox, oy;
    if (5 * ay < 2 * ax)      { ox = 1; oy = 0; }
    else if (2 * ay > 5 * ax) { ox = 0; oy = 1; }
    else                      { oy = 1; ox = (dx ^ dy) < 0 ? -1 : 1; }

    int a = (y + oy) * w + clamp(x + ox, 0, w - 1), b = (y - oy) * w + clamp(x - ox, 0, w - 1);
    int m = ax + ay;
    int ma = abs((int)gx[a]) + abs((int)gy[a]);
    int mb = abs((int)gx[b]) + abs((int)gy[b]);
    thin[id] = m >= ma && m > mb ? (ushort)min(m, 65535) : (ushort)0;
}
