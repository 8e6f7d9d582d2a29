// Walk over a tree flattened in depth-first order with skip links, opening cells by their size.
struct TreeNode {
    float cx, cy, cz;   // centre of mass
    float mass;
    float size2;        // squared edge length
    int   skip;         // node after this subtree
};

__kernel void bh_rope_walk(__global const struct TreeNode *tree, __global const float *pts,
                           __global float *phi, const int nNodes, const int nPts,
                           const float theta2, const int maxHops)
{
    int p = get_global_id(0);
    if (p >= nPts)
        return;

    float X = pts[3 * p], Y = pts[3 * p + 1], Z = pts[3 * p + 2];
    float pot = 0.0f;
    int at = 0, hops = 0;

    while (at >= 0 && at < nNodes && hops < maxHops)
    {
        struct TreeNode c = tree[at];
        float dx = c.cx - X, dy = c.cy - Y, dz = c.cz - Z;
        float d2 = dx * dx + dy * dy + dz * dz + 1e-6f;
        if (c.size2 < theta2 * d2 || c.skip <= at + 1)
        {
            pot -= c.mass * rsqrt(d2);
            at = c.skip > at ? c.skip : at + 1;
        }
        else
            at = at + 1;
        hops++;
    }
    phi[p] = pot;
}
