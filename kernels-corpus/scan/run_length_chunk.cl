// Run-length encoding of each chunk of bytes into (value, count) pairs with a bounded output.
typedef struct { uchar value; uchar count; } run_t;

kernel void run_length_chunk(global const uchar *text, global run_t *runs, global ushort *used,
                             const ushort chunk)
{
	const uint g = get_global_id(0);
	global const uchar *s = text + g * chunk;
	global run_t *o = runs + g * chunk;
	uint made = 0;
	uint i = 0;

	while (i < chunk) {
		const uchar c = s[i];
		uint k = 1;
		while (k < 255 && i + k < chunk && s[i + k] == c)
			++k;
		o[min(made, (uint)chunk - 1)].value = c;
		o[min(made, (uint)chunk - 1)].count = (uchar)k;
		++made;
		i += k;
	}
	used[g] = (ushort)made;
}
