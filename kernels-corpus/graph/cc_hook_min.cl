// Connected components: hooks the larger root of each edge's two trees below the smaller one.
__kernel
void CcHookMin(__global const int2* pEdges, __global int* pParent, __global int* pFlag, int nEdges, int nVerts)
{
	int iEdge = get_global_id(0);

	if (iEdge < nEdges)
	{
		int2 e = pEdges[iEdge];
		int pu = pParent[e.x] & INT_MAX;
		int pv = pParent[e.y] & INT_MAX;

		if (pu != pv)
		{
			int hi = max(pu, pv) % nVerts;
			int lo = min(pu, pv);
			if (pParent[hi] == hi)
			{
				atomic_min(&pParent[hi], lo);
				pFlag[0] = 1;
			}
		}
	}
}
