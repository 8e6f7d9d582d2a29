// Nine-point stencil with three weights on a flattened grid whose rows carry their halo columns.
__kernel void stencil9_flat(__global const float *data, __global float *newData, const int cells, const int width,
                            const float wCenter, const float wCardinal, const float wDiagonal)
{
    const int cell = get_global_id(0);
    if (cell >= cells) return;

    const int north = max(cell - width, 1);
    const int south = min(cell + width, cells - 2);
    const float cardinal = data[max(north, 0)] + data[max(south, 0)] + data[max(cell - 1, 0)] +
                           data[min(cell + 1, cells - 1)];
    const float diagonal = data[north - 1] + data[min(north + 1, cells - 1)] + data[max(south - 1, 0)] +
                           data[max(south + 1, 0)];
    newData[cell] = wCenter * data[cell] + wCardinal * cardinal + wDiagonal * diagonal;
}
