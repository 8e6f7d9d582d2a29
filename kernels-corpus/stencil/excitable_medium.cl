// Greenberg-Hastings excitable medium: rest, fire, then count through the refractory states.
enum { REST = 0, FIRE = 1 };

__kernel void excitable_medium(__global const uchar *state, __global uchar *out,
                               const int cols, const int rows, const int states, const int threshold)
{
    const int id = (int)get_global_id(0);
    if (id >= cols * rows) return;
    const int cx = id % cols, cy = id / cols;

    switch (state[id]) {
    case REST: {
        int firing = 0;
        for (int y = max(cy - 2, 0); y <= min(cy + 2, rows - 1); y++)
            for (int x = max(cx - 2, 0); x <= min(cx + 2, cols - 1); x++)
                if (state[y * cols + x] == FIRE && firing++ >= threshold)
                    break;
        out[id] = firing > threshold ? FIRE : REST;
        break;
    }
    case FIRE:
        out[id] = states > 2 ? 2 : REST;
        break;
    default:
        out[id] = (uchar)((state[id] + 1) % (states + 1));
    }
}
