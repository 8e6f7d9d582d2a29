// Evaluates one of several neural activation functions on float4 packets, in place.
enum { ACT_RELU = 0, ACT_ELU = 1, ACT_SOFTPLUS = 2, ACT_SWISH = 3, ACT_TANH = 4, ACT_COUNT = 5 };

static float4 sigmoid4(float4 v) { return 1.0f / (1.0f + exp(-v)); }

__kernel void activation_select(__global float4 *data, int kind, float alpha, int n4)
{
    int i = get_global_id(0);
    if (i < n4)
    {
        float4 v = data[i];
        switch (kind % ACT_COUNT)
        {
        case ACT_ELU:
            v = select(alpha * expm1(v), v, isgreater(v, (float4)(0.0f)));
            break;
        case ACT_SOFTPLUS:
            v = log1p(exp(-fabs(v))) + fmax(v, 0.0f);
            break;
        case ACT_SWISH:
            v *= sigmoid4(alpha * v);
            break;
        case ACT_TANH:
            v = tanh(v);
            break;
        default:
            v = fmax(v, 0.0f);
        }
        data[i] = v;
    }
}
