// Signed bytes from ints, saturated.
kernel void narrow_sat(global char *to, global const int *from, const int count) {
    const int id = get_global_id(0);
    if (id < count) { to[id] = convert_char_sat(from[id]); }
}
