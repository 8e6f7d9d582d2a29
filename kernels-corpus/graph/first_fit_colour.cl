// Greedy colouring step: picks the smallest colour that no neighbour in the padded adjacency uses.
__kernel void first_fit_colour(__global const int *nbr, __global const int *colour,
                               __global int *newColour, int n, int width)
{
    int v = (int)get_global_id(0);
    if (v < n) {
        ulong used = 0;
        for (int k = 0; k < width; k++) {
            int u = nbr[v * width + k];
            if (u >= 0 && u < n && u != v) {
                int c = colour[u];
                if (c >= 0 && c < 64)
                    used |= 1UL << c;
            }
        }
        ulong spare = ~used & (used + 1);      /* lowest clear bit */
        newColour[v] = spare ? 63 - (int)clz(spare) : -1;
    }
}
