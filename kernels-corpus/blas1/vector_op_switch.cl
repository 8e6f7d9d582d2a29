// Element-wise vector operation selected at run time: add, subtract, multiply, divide, min, max.
typedef enum { OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MIN, OP_MAX, OP_COUNT } op_t;

kernel void vectorOpSwitch(global const float2 *a, global const float2 *b, global float2 *c, uint opcode, uint n)
{
	const uint i = get_global_id(0);
	float2 u, v, w;

	if (i >= n)
		return;
	u = a[i];
	v = b[i];
	switch ((op_t)(opcode % OP_COUNT)) {
	case OP_ADD: w = u + v; break;
	case OP_SUB: w = u - v; break;
	case OP_MUL: w = u * v; break;
	case OP_DIV: w = u / (v + copysign((float2)(1e-6f), v)); break;
	case OP_MIN: w = fmin(u, v); break;
	default:     w = fmax(u, v); break;
	}
	c[i] = w;
}
