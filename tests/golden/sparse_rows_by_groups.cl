kernel void k(global const uint *row, global const uint *col, global const float *x,
              global float *part) {
    uint g = get_group_id(0), l = get_local_id(0);
    float s = 0;
    for (uint e = row[g] + l; e < row[g + 1]; e += get_local_size(0)) s += x[col[e]];
    part[g * get_local_size(0) + l] = s;
}
