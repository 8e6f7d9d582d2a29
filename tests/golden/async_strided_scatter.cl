kernel void k(global float *b) {
    local float t[16];
    if (get_local_id(0) < 16) t[get_local_id(0)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e =
        async_work_group_strided_copy(b + get_group_id(0), t, 16, get_num_groups(0), 0);
    wait_group_events(1, &e);
}
