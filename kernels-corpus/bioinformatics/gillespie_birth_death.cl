// Stochastic simulation of a gene expression system: births, deaths and promoter switching, fixed number of events.
typedef struct { int rna; int protein; int on; float time; } Cell;

static uint draw(uint *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 17;
    *s ^= *s << 5;
    return *s;
}

kernel void gillespie_birth_death(global Cell *cells, const int events, const float kOn, const float kTx, const float kTl)
{
    const uint id = get_global_id(0);
    uint rng = id * 2654435761u + 97u;
    Cell c = cells[id];

    for (int e = 0; e < events; ++e) {
        const float a0 = kOn;
        const float a1 = c.on ? kTx : 0.0f;
        const float a2 = kTl * (float)c.rna;
        const float a3 = 0.1f * (float)c.rna;
        const float a4 = 0.02f * (float)c.protein;
        const float total = a0 + a1 + a2 + a3 + a4 + 1e-9f;
        c.time -= native_log(((float)(draw(&rng) >> 8) + 1.0f) * 5.9604e-8f) / total;
        float u = (float)(draw(&rng) >> 8) * 5.9604e-8f * total;
        if ((u -= a0) < 0.0f) c.on ^= 1;
        else if ((u -= a1) < 0.0f) c.rna++;
        else if ((u -= a2) < 0.0f) c.protein++;
        else if ((u -= a3) < 0.0f) c.rna = max(c.rna - 1, 0);
        else c.protein = max(c.protein - 1, 0);
    }
    cells[id] = c;
}
