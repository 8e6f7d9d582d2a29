// CRC-32 (reflected polynomial) of message blocks with a 16-entry nibble table.
__constant uint crc_tab[16] = {
	0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
	0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
	0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
	0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c
};

uint crc_step(uint crc, uchar byte)
{
	crc ^= byte;
	crc = (crc >> 4) ^ crc_tab[crc & 0x0f];
	crc = (crc >> 4) ^ crc_tab[crc & 0x0f];
	return crc;
}

__kernel void crc32_nibbles(__global const uchar *restrict msg,
			    __global uint *restrict crc_out,
			    const int block_bytes,
			    const int total_bytes)
{
	int blk = get_global_id(0);
	int start = blk * block_bytes;
	int end = min(start + block_bytes, total_bytes);
	uint crc = ~0u;

	for (int i = start; i < end; i++)
		crc = crc_step(crc, msg[i]);

	crc_out[blk] = ~crc;
}
