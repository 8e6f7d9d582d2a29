// Insertion sort of each short row, held in global memory.
__kernel void InsertionRows(__global float *rows, const int rowLen)
{
    __global float *a = rows + get_global_id(0) * rowLen;

    for (int i = 1; i < rowLen; i++)
    {
        float x = a[i];
        int j = i;
        while (j > 0 && a[j - 1] > x)
        {
            a[j] = a[j - 1];
            j--;
        }
        a[max(j, 0)] = x;
    }
}
