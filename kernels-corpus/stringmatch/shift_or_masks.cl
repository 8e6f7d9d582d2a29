// Bit-parallel shift-or search for a pattern of up to 64 symbols, one record per work-item.
__kernel void shift_or_masks(__global const ulong *symbolMask, __global const uchar *records,
                             __global uchar *endsAt, const uint recLen, const uint patBits)
{
	const ulong accept = 1UL << ((patBits - 1) & 63);
	const size_t rec = get_global_id(0);
	ulong D = ~0UL;

	for (uint i = 0; i < recLen; ++i) {
		D = (D << 1) | symbolMask[records[rec * recLen + i]];
		endsAt[rec * recLen + i] = (D & accept) == 0;
	}
}
