kernel void k(global int *b) {
    local int t[32];
    t[get_local_id(0) % 32] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e = async_work_group_copy(b + get_group_id(0) * 32, t, 32, 0);
    wait_group_events(1, &e);
}
