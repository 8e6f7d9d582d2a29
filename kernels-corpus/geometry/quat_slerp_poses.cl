// Spherical interpolation of key-frame quaternions at a common time, then a vector turned by the result.
typedef float4 quat;

float3 turn(quat q, float3 v)
{
  float3 t = 2.0f * cross(q.xyz, v);
  return v + q.w * t + cross(q.xyz, t);
}

__kernel void quat_slerp_poses(__global const quat *keys, __global quat *pose, __global float4 *axis, const int frames,
                               const float time, const int joints)
{
  const int j = get_global_id(0);
  if (j < joints) {
    const float f = clamp(time, 0.0f, 1.0f) * (frames - 1);
    const int k0 = clamp((int)f, 0, frames - 1), k1 = min(k0 + 1, frames - 1);
    const quat a = keys[k0 * joints + j];
    quat b = keys[k1 * joints + j];
    float c = dot(a, b);
    if (c < 0.0f) { b = -b; c = -c; }
    const float t = f - k0;
    float wa = 1.0f - t, wb = t;
    if (c < 0.9995f) {
      const float ang = acos(c), is = 1.0f / sin(ang);
      wa = sin(wa * ang) * is;
      wb = sin(t * ang) * is;
    }
    const quat r = normalize(wa * a + wb * b);
    pose[j] = r;
    axis[j] = (float4)(turn(r, (float3)(0.0f, 1.0f, 0.0f)), c);
  }
}
