// Zone maps: whole blocks are skipped by their minimum and maximum before the rows are tested.
struct zone { short lo, hi; };

kernel void zone_map_scan(global const struct zone *zones, global const short *rows, global uint *count,
                          const short from, const short to, const uint zoneRows, const uint nZones)
{
    const uint z = get_global_id(0);
    if (z >= nZones)
        return;

    const struct zone q = zones[z];
    uint c = 0;
    if (q.lo > to || q.hi < from) {
        c = 0;                                  /* nothing here */
    } else if (q.lo >= from && q.hi <= to && q.lo <= q.hi) {
        c = zoneRows;                           /* everything */
    } else {
        global const short *p = rows + z * zoneRows, *end = p + zoneRows;
        for (; p != end; ++p)
            c += *p >= from && *p <= to;
    }
    count[z] = c;
}
