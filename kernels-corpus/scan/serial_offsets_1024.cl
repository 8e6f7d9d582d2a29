// The first work-item turns 1024 counts into starts and stores the end behind them.
#define BINS 1024
kernel void serial_offsets(global const uint *count, global uint *start)
{
    if (get_global_id(0) == 0) {
        uint run = 0;
        for (uint b = 0; b < BINS; b++) {
            start[b] = run;
            run += count[b];
        }
        start[BINS] = run;
    }
}
