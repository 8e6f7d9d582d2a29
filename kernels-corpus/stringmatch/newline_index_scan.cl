// Positions of line feeds inside each work-group, compacted in order by a Hillis-Steele scan.
#define WG 128

kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void newline_index_scan(global const char *text, global uint *positions, global uint *perGroup)
{
    local uint incl[WG];
    const uint l = get_local_id(0);
    const uint g = get_global_id(0);
    const uint nl = text[g] == '\n' ? 1u : 0u;

    incl[l] = nl;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint off = 1; off < WG; off <<= 1) {
        uint add = 0;
        if (l >= off)
            add = incl[l - off];
        barrier(CLK_LOCAL_MEM_FENCE);
        incl[l] += add;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (nl)
        positions[get_group_id(0) * WG + min(incl[l] - 1u, WG - 1u)] = g;
    if (l == WG - 1)
        perGroup[get_group_id(0)] = incl[l];
}
