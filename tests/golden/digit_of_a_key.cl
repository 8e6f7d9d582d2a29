kernel void k(global const uint *key, global uint *count, uint s) {
    uint d = (key[get_global_id(0)] >> s) & 15;
    atomic_inc(&count[d]);
}
