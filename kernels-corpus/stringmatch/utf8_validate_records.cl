// UTF-8 validation of fixed-size records by a small state machine: bytes still expected and their lower bound.
__kernel void utf8_validate_records(__global const uchar *rec, __global char *valid, __global ushort *codepoints, uint size)
{
    const uint g = get_global_id(0);
    uint need = 0, value = 0, floor_cp = 0, chars = 0;
    bool good = true;

    for (uint i = 0; i < size; ++i) {
        uchar b = rec[g * size + i];
        if (need > 0) {
            if ((b & 0xC0) != 0x80) { good = false; break; }
            value = (value << 6) | (b & 0x3Fu);
            if (--need == 0) {
                if (value < floor_cp || value > 0x10FFFFu || (value >= 0xD800u && value < 0xE000u)) {
                    good = false;
                    break;
                }
                ++chars;
            }
        } else if (b < 0x80) {
            ++chars;
        } else if ((b & 0xE0) == 0xC0) {
            need = 1; value = b & 0x1F; floor_cp = 0x80;
        } else if ((b & 0xF0) == 0xE0) {
            need = 2; value = b & 0x0F; floor_cp = 0x800;
        } else if ((b & 0xF8) == 0xF0) {
            need = 3; value = b & 0x07; floor_cp = 0x10000;
        } else {
            good = false;
            break;
        }
    }
    valid[g] = good && need == 0;
    codepoints[g] = (ushort)chars;
}
