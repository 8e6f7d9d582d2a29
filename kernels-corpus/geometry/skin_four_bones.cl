// Linear-blend skinning with four bone indices and byte weights, bones as three-row matrices.
typedef struct { float4 row[3]; } bone_t;

__kernel void skin_four_bones(__global const bone_t *bones, __global const float4 *bind, __global const uchar4 *boneIdx,
                              __global const uchar4 *weight, __global float4 *skinned)
{
    const size_t v = get_global_id(0);
    const float4 p = (float4)(bind[v].xyz, 1.0f);
    const uchar4 bi = boneIdx[v];
    const float4 w = convert_float4(weight[v]) * (1.0f / 255.0f);
    float4 r0, r1, r2;
    r0 = w.x * bones[bi.x].row[0] + w.y * bones[bi.y].row[0] + w.z * bones[bi.z].row[0] + w.w * bones[bi.w].row[0];
    r1 = w.x * bones[bi.x].row[1] + w.y * bones[bi.y].row[1] + w.z * bones[bi.z].row[1] + w.w * bones[bi.w].row[1];
    r2 = w.x * bones[bi.x].row[2] + w.y * bones[bi.y].row[2] + w.z * bones[bi.z].row[2] + w.w * bones[bi.w].row[2];
    skinned[v] = (float4)(dot(r0, p), dot(r1, p), dot(r2, p), 1.0f);
}
