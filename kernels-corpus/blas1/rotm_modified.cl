// Applies a modified Givens rotation whose form is chosen by a flag, as in the rotm routine.
typedef enum { FORM_FULL = 0, FORM_UNIT_DIAG = 1, FORM_UNIT_ANTI = 2 } rotForm;

__kernel void rotmModified(__global float *x, __global float *y,
                           const int n, const int flag,
                           const float h11, const float h21,
                           const float h12, const float h22)
{
    const int i = get_global_id(0);

    if (i < n)
    {
        const float w = x[i], z = y[i];
        float nx, ny;

        switch (flag)
        {
        case FORM_FULL:
            nx = w * h11 + z * h12;
            ny = w * h21 + z * h22;
            break;
        case FORM_UNIT_DIAG:
            nx = w + z * h12;
            ny = w * h21 + z;
            break;
        case FORM_UNIT_ANTI:
            nx = w * h11 + z;
            ny = z * h22 - w;
            break;
        default:
            nx = w;
            ny = z;
            break;
        }
        x[i] = nx;
        y[i] = ny;
    }
}
