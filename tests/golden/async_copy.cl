kernel void k(global const float *a, global float *b) {
    local float t[64];
    event_t e = async_work_group_copy(t, a + get_group_id(0) * 64, 64, 0);
    wait_group_events(1, &e);
    b[get_global_id(0)] = t[get_local_id(0) & 63];
}
