// Brute-force k nearest neighbours in 3-D, keeping a sorted private list by insertion.
#ifndef K_NEAREST
#define K_NEAREST 8
#endif

typedef struct { float dist; int id; } Candidate;

__kernel void knn_insertion(__global const float *refXyz,
                            __global const float *qryXyz,
                            __global int *outIds,
                            __global float *outDist,
                            const int numRefs,
                            const int numQueries)
{
    int q = get_global_id(0);
    if (q >= numQueries)
        return;

    Candidate best[K_NEAREST];
    for (int k = 0; k < K_NEAREST; ++k) {
        best[k].dist = INFINITY;
        best[k].id = -1;
    }

    float3 p = vload3(q, qryXyz);
    for (int r = 0; r < numRefs; ++r) {
        float3 d = vload3(r, refXyz) - p;
        float d2 = dot(d, d);
        if (d2 >= best[K_NEAREST - 1].dist)
            continue;

        int slot = K_NEAREST - 1;
        while (slot > 0 && best[slot - 1].dist > d2) {
            best[slot] = best[slot - 1];
            --slot;
        }
        best[slot].dist = d2;
        best[slot].id = r;
    }

    for (int k = 0; k < K_NEAREST; ++k) {
        outIds[q * K_NEAREST + k] = best[k].id;
        outDist[q * K_NEAREST + k] = sqrt(best[k].dist);
    }
}
