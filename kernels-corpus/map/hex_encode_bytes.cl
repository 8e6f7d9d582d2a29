// Encodes bytes as lower-case hexadecimal text, four bytes to eight characters per work-item.
#define HEXDIGIT(v) (uchar)((v) + ((v) > 9 ? 87 : 48))

kernel void hex_encode_bytes(global const uint *raw, global uchar *text, uint words)
{
	uint w = get_global_id(0);
	uint v;
	int k;

	if (w >= words)
		return;
	v = raw[w];
	for (k = 0; k < 8; k++) {
		uint d = v >> (4 * (k ^ 1)) & 15u;
		text[8 * w + k] = HEXDIGIT(d);
	}
}
