// Apply a controlled single-qubit gate to a state vector: pairs of amplitudes by bit insertion.
typedef float2 cplx;
#define CMUL(a, b) ((cplx)((a).x * (b).x - (a).y * (b).y, (a).x * (b).y + (a).y * (b).x))

__kernel void qubit_gate_apply(__global cplx *psi, const float8 gate, const uint target, const uint controlMask)
{
	const uint id = get_global_id(0);
	const uint pairs = get_global_size(0);
	const uint bit = min(1u << (target & 15u), pairs);
	const uint hi = id / bit, lo = id % bit;
	const uint i0 = min(hi * 2u * bit + lo, 2u * pairs - 1u);
	const uint i1 = min(i0 + bit, 2u * pairs - 1u);

	if ((i0 & controlMask) == controlMask) {
		const cplx a = psi[i0], b = psi[i1];
		psi[i0] = CMUL(gate.s01, a) + CMUL(gate.s23, b);
		psi[i1] = CMUL(gate.s45, a) + CMUL(gate.s67, b);
	}
}
