// Random walks with restart over a regular graph, counting visits.
kernel void random_walk_visits(global const uint *links, global uint *visits, global const uint *seeds,
                               const uint nodes, const uint fanout, const uint steps, const uint restart_in_256)
{
    const uint walker = get_global_id(0);
    const uint home = walker % nodes;
    uint s = seeds[walker] | 1u;
    uint at = home;

    for (uint t = 0; t < steps; t++) {
        s ^= s << 13; s ^= s >> 17; s ^= s << 5;
        if ((s & 0xff) < restart_in_256)
            at = home;
        else
            at = links[at * fanout + (s >> 8) % fanout] % nodes;
        atomic_inc(visits + at);
    }
}
