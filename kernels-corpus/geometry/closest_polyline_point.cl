// Closest point of a polyline to each query: projection on every segment, parameter and squared distance.
struct foot { float2 at; float d2; int seg; };

__kernel void closest_polyline_point(__global const float2 *line, __global const float2 *query, __global struct foot *feet,
                                     int nLine)
{
    int i = get_global_id(0);
    float2 q = query[i];
    struct foot best;
    best.at = line[0];
    best.d2 = dot(q - line[0], q - line[0]);
    best.seg = 0;
    for (int s = 0; s + 1 < nLine; s++) {
        float2 a = line[s], ab = line[s + 1] - a;
        float t = clamp(dot(q - a, ab) / fmax(dot(ab, ab), 1e-12f), 0.0f, 1.0f);
        float2 f = a + t * ab;
        float d2 = dot(q - f, q - f);
        if (d2 < best.d2) {
            best.at = f;
            best.d2 = d2;
            best.seg = s;
        }
    }
    feet[i] = best;
}
