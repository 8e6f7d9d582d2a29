// Lennard-Jones forces over neighbour lists that are stored by columns, with a cut-off.
typedef float4 posvec;

__kernel void md_forces(__global const posvec *position, __global posvec *force, const int neighCount,
                        __global const int *neighList, const float cutsq, const float lj1, const float lj2,
                        const int inum)
{
    int idx = get_global_id(0);
    if (idx >= inum) return;

    posvec ipos = position[idx];
    posvec f = {0.0f, 0.0f, 0.0f, 0.0f};

    for (int j = 0; j < neighCount; ++j)
    {
        int jidx = neighList[j * inum + idx];
        posvec jpos = position[jidx];

        float delx = ipos.x - jpos.x;
        float dely = ipos.y - jpos.y;
        float delz = ipos.z - jpos.z;
        float r2inv = delx * delx + dely * dely + delz * delz;

        if (r2inv < cutsq && r2inv > 0.0f)
        {
            r2inv = 1.0f / r2inv;
            float r6inv = r2inv * r2inv * r2inv;
            float fc = r2inv * r6inv * (lj1 * r6inv - lj2);
            f.x += delx * fc;
            f.y += dely * fc;
            f.z += delz * fc;
        }
    }
    force[idx] = f;
}
