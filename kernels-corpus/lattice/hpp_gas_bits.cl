// HPP lattice gas: 32 sites a word, four direction planes, head-on collisions and propagation by shifts.
typedef uint word;

static word east(word here, word west) { return (here << 1) | (west >> 31); }

__kernel void hpp_gas_bits(__global const word *N, __global const word *E, __global const word *S, __global const word *W,
                           __global word *planes, const uint wordsPerRow, const uint rows)
{
    const uint id = get_global_id(0);
    const uint total = wordsPerRow * rows;
    if (id >= total) return;

    const uint row = id / wordsPerRow, col = id % wordsPerRow;
    const uint up   = ((row + rows - 1) % rows) * wordsPerRow + col;
    const uint down = ((row + 1) % rows) * wordsPerRow + col;
    const uint left = row * wordsPerRow + (col + wordsPerRow - 1) % wordsPerRow;
    const uint rite = row * wordsPerRow + (col + 1) % wordsPerRow;

    const word n = N[down], s = S[up];
    const word e = east(E[id], E[left]);
    const word w = (W[id] >> 1) | (W[rite] << 31);
    const word swap = (n & s & ~e & ~w) | (~n & ~s & e & w);

    planes[id]             = n ^ swap;
    planes[total + id]     = e ^ swap;
    planes[2 * total + id] = s ^ swap;
    planes[3 * total + id] = w ^ swap;
}
