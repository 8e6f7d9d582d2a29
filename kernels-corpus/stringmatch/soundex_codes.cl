// Soundex code of fixed-width names, letters folded through a constant class string.
__constant char soundexClass[27] = "01230120022455012623010202";

__kernel void soundex_codes(__global const char *surname, __global char4 *code, int width)
{
    int g = get_global_id(0);
    char4 out = (char4)('0');
    int filled = 0;
    char last = 0;

    for (int i = 0; i < width; ++i) {
        int letter = (surname[g * width + i] & 0x1f) - 1;
        if (letter < 0 || letter > 25)
            continue;
        char cls = soundexClass[letter];
        if (filled == 0) {
            out.x = (char)('A' + letter);
            filled = 1;
        } else if (cls != '0' && cls != last && filled < 4) {
            if (filled == 1) out.y = cls;
            else if (filled == 2) out.z = cls;
            else out.w = cls;
            ++filled;
        }
        last = cls;
    }
    code[g] = out;
}
