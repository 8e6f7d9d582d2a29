uint mix(uint x) {
    x = (x ^ (x >> 16)) * 0x45d9f3bu;
    return x ^ (x >> 16);
}
kernel void k(global uint *o, uint seed) {
    uint i = get_global_id(0);
    o[i] = mix(i + seed);
}
