// Diffusion over an irregular mesh: each node gathers from up to six listed neighbours.
#define DEGREE 6

__kernel void edge_list_diffuse(__global const float *value, __global const int *nbr /* DEGREE per node */,
                                __global const uchar *degree, __global float *result,
                                float rate, int nodes)
{
    int v = get_global_id(0);
    if (v >= nodes) return;

    __global const int *list = nbr + v * DEGREE;
    float own = value[v];
    float flow = 0.0f;
    int count = min((int)degree[v], DEGREE);
    for (int e = 0; e < count; ++e)
        flow += value[list[e]] - own;
    result[v] = own + rate * flow;
}
