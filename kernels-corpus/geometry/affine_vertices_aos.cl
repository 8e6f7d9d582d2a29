// Apply a 3x3 matrix and a shift to vertex positions and normals in an array of structs.
typedef struct Vertex_ {
  float position[3];
  float normal[3];
  float uv[2];
} Vertex;

static void mul3(__constant const float *m, const float *v, float *r)
{
  for (int row = 0; row < 3; row++) {
    r[row] = 0.0f;
    for (int col = 0; col < 3; col++)
      r[row] += m[row * 3 + col] * v[col];
  }
}

__kernel void affine_vertices_aos(__global Vertex *verts, __constant float *matrix, __constant float *normalMatrix,
                                  const float tx, const float ty, const float tz, const uint numVerts)
{
  const uint id = get_global_id(0);
  if (id >= numVerts)
    return;

  Vertex v = verts[id];
  float p[3], n[3];
  mul3(matrix, v.position, p);
  mul3(normalMatrix, v.normal, n);

  const float inv = rsqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] + 1e-12f);
  v.position[0] = p[0] + tx;
  v.position[1] = p[1] + ty;
  v.position[2] = p[2] + tz;
  for (int k = 0; k < 3; k++)
    v.normal[k] = n[k] * inv;
  verts[id] = v;
}
