// Erosion of a binary image packed 32 pixels a word by a 3x3 box; outside counts as foreground.
typedef uint word_t;

static word_t row_erode(__global const word_t *line, uint k, uint words)
{
    word_t c = line[k];
    word_t before = k > 0 ? line[k - 1] : ~0u;
    word_t after = k + 1 < words ? line[k + 1] : ~0u;
    return c & ((c << 1) | (before >> 31)) & ((c >> 1) | (after << 31));
}

__kernel void erode_bits_rows(__global const word_t *mask, __global word_t *eroded, uint words, uint rows)
{
    uint g = get_global_id(0);
    uint y = g / words, k = g % words;
    if (g >= rows * words) return;

    word_t acc = row_erode(mask + y * words, k, words);
    if (y > 0)
        acc &= row_erode(mask + (y - 1) * words, k, words);
    if (y + 1 < rows)
        acc &= row_erode(mask + (y + 1) * words, k, words);
    eroded[g] = acc;
}
