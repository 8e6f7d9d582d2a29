// Stages two strips by async_work_group_copy, combines them in local memory and copies the result out.
#define STRIP 512

__kernel void async_copy_saxpy(__global const float *x, __global const float *y, __global float *z, const float a)
{
	__local float lx[STRIP], ly[STRIP];
	const size_t base = get_group_id(0) * STRIP;
	event_t ev;

	ev = async_work_group_copy(lx, x + base, STRIP, 0);
	ev = async_work_group_copy(ly, y + base, STRIP, ev);
	wait_group_events(1, &ev);

	for (uint i = get_local_id(0); i < STRIP; i += get_local_size(0))
		ly[i] = a * lx[i] + ly[i];
	barrier(CLK_LOCAL_MEM_FENCE);

	ev = async_work_group_copy(z + base, ly, STRIP, 0);
	wait_group_events(1, &ev);
}
