// Second pass of summed-area tables: running column sums of row prefixes, for values and squares.
kernel void columnPrefixTable(global const ushort *rowSum, global const float *rowSquares,
                              global uint *table, global float *squares, uint width, uint height)
{
    uint x = get_global_id(0);
    uint sum = 0;
    float sq = 0.0f, lost = 0.0f;
    if (x >= width) return;

    for (uint at = x, y = 0; y < height; ++y, at += width)
    {
        sum += rowSum[at];
        table[at] = sum;
        float add = rowSquares[at] - lost;      /* compensated */
        float t = sq + add;
        lost = (t - sq) - add;
        squares[at] = sq = t;
    }
}
