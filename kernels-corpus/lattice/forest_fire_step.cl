// Drossel-Schwabl forest fire: empty, tree and burning cells with growth and lightning odds.
enum state { EMPTY, TREE, FIRE };

bool burning(__global const uchar *f, int r, int c, int rows, int cols)
{
    if (r < 0 || r >= rows || c < 0 || c >= cols)
        return false;
    return f[r * cols + c] == FIRE;
}

__kernel void forest_fire_step(__global const uchar *forest, __global uchar *nextForest,
                               __global const ushort *dice, ushort growBelow, ushort strikeBelow,
                               int rows, int cols)
{
    int k = get_global_id(0);
    if (k >= rows * cols) return;
    int r = k / cols, c = k % cols;

    switch (forest[k]) {
    case FIRE:
        nextForest[k] = EMPTY;
        break;
    case TREE: {
        bool hot = false;
        for (int dr = -1; dr <= 1 && !hot; dr++)
            for (int dc = -1; dc <= 1; dc++)
                hot |= (dr || dc) && burning(forest, r + dr, c + dc, rows, cols);
        nextForest[k] = (hot || dice[k] < strikeBelow) ? FIRE : TREE;
        break;
    }
    default:
        nextForest[k] = dice[k] < growBelow ? TREE : EMPTY;
    }
}
