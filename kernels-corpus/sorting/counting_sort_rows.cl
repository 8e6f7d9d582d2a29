// Counting sort of each row of small keys with a private count table.
enum { KEYS = 32 };

__kernel void CountingSortRows(__global const uchar* pcKeys, __global uchar* pcSorted, uint cRow)
{
	uint aCount[KEYS];
	uint iRow = get_global_id(0);
	__global const uchar* pcIn = pcKeys + iRow * cRow;
	__global uchar* pcOut = pcSorted + iRow * cRow;
	uint iOut = 0;

	for (uint k = 0; k < KEYS; ++k) { aCount[k] = 0; }
	for (uint i = 0; i < cRow; ++i) { aCount[pcIn[i] & (KEYS - 1)]++; }
	for (uint k = 0; k < KEYS; ++k)
	{
		for (uint c = aCount[k]; c > 0 && iOut < cRow; --c)
		{
			pcOut[iOut++] = (uchar)k;
		}
	}
}
