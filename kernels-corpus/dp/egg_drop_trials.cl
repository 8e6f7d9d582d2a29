// Egg-drop puzzle: trials needed for a given height and number of eggs, by growing reachable floors.
#define EGGS 8

kernel void egg_drop_trials(global const uint *floors, global const uchar *eggs, global uint *trials)
{
	uint reach[EGGS + 1];
	const size_t g = get_global_id(0);
	const uint e = min((uint)eggs[g], (uint)EGGS);
	const uint goal = floors[g] & 0xffffu;
	uint t = 0;

	for (int i = 0; i <= EGGS; i++) reach[i] = 0;
	for (uint round = 0; round < 512; round++) {
		if (reach[e] >= goal)
			break;
		for (int i = EGGS; i > 0; i--)
			reach[i] = reach[i] + reach[i - 1] + 1;
		t++;
	}
	trials[g] = t;
}
