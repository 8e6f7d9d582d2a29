// Heat-bath update of a q-state Potts lattice: cumulative weights of all colours from four neighbours.
#define QMAX 8

__kernel void potts_heat_bath(__global uchar *site, __global const float *rnd, __global uint *changed,
                              const uint L, const uint parity, const float coupling)
{
    uint i = get_global_id(0);
    uint x = i % L, y = (i / L) % L;
    if (i >= L * L || ((x + y + parity) & 1u))
        return;

    uchar nb[4];
    nb[0] = site[y * L + (x + 1) % L];
    nb[1] = site[y * L + (x + L - 1) % L];
    nb[2] = site[((y + 1) % L) * L + x];
    nb[3] = site[((y + L - 1) % L) * L + x];

    float cum[QMAX];
    float total = 0.0f;
    for (int q = 0; q < QMAX; q++) {
        int same = 0;
        for (int k = 0; k < 4; k++)
            same += (nb[k] % QMAX) == q;
        total += exp(coupling * same);
        cum[q] = total;
    }
    float draw = rnd[i] * total;
    int pick = 0;
    for (int q = 0; q < QMAX - 1; q++)
        pick += cum[q] < draw;
    if (pick != site[i])
        atomic_inc(changed);
    site[i] = (uchar)pick;
}
