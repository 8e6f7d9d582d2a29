// Kernels that never change: an empty one for calibration, and three whose times tell whether the device still is what it was when
// the run began. Sizes are set by profile/sentinel.c.
__kernel void prof_null(__global uint *unused) {}

// Arithmetic: four independent chains, so that latency hides.
__kernel void prof_compute(__global uint *out, uint iterations) {
    float x = (float)get_global_id(0) * 1e-6f, y = x + 1.0f, z = x + 2.0f, w = x + 3.0f;
    for (uint i = 0; i < iterations; i++) {
        x = mad(x, 0.999f, 0.5f);
        y = mad(y, 0.998f, 0.5f);
        z = mad(z, 0.997f, 0.5f);
        w = mad(w, 0.996f, 0.5f);
    }
    out[get_global_id(0)] = as_uint(x + y + z + w);
}

__kernel void prof_bandwidth(__global const uint4 *in, __global uint4 *out) {
    out[get_global_id(0)] = in[get_global_id(0)] ^ 1u;
}

// One cycle through all elements (n a power of two: a full-period linear congruence), for the pointer chase.
__kernel void prof_chain(__global uint *next, uint n) {
    uint i = (uint)get_global_id(0);
    next[i] = (i * 1664525u + 1013904223u) & (n - 1u);
}

__kernel void prof_latency(__global const uint *next, __global uint *out, uint steps) {
    uint at = 0;
    for (uint i = 0; i < steps; i++) at = next[at];
    out[get_global_id(0)] = at;
}
