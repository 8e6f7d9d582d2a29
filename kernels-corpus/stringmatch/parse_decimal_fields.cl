// Parse signed decimal fields of fixed width into fixed-point thousandths; malformed fields get a marker.
enum { BAD_FIELD = -2147483647 };

__kernel void parse_decimal_fields(__global const char *csv, __global int *milli, const int fieldWidth, const int fields)
{
    const int f = get_global_id(0);
    if (f >= fields)
        return;

    int value = 0, frac = -1, sign = 1, digits = 0, bad = 0;
    for (int i = 0; i < fieldWidth && !bad; i++) {
        const char ch = csv[f * fieldWidth + i];
        switch (ch) {
        case ' ':
            break;
        case '-':
            bad = digits > 0 || sign < 0;
            sign = -1;
            break;
        case '.':
            bad = frac >= 0;
            frac = 0;
            break;
        default:
            if (ch < '0' || ch > '9') {
                bad = 1;
            } else if (frac < 3) {
                value = value * 10 + (ch - '0');
                digits++;
                frac += frac >= 0;
            }
        }
    }
    for (int s = max(frac, 0); s < 3; s++)
        value *= 10;
    milli[f] = bad || digits == 0 ? BAD_FIELD : sign * value;
}
