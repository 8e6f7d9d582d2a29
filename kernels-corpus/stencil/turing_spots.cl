// Two-species feed-kill reaction with diffusion on a helical torus of a power of two of cells.
#define WRAP(d) uv[(id + (d)) & mask]

__kernel void turing_spots(__global const float2 *uv, __global float2 *uvNew,
                           uint log2cells, uint width, float feed, float kill, float2 diffusion, float dt)
{
    uint mask = (1u << min(log2cells, 22u)) - 1u;
    uint id = get_global_id(0) & mask;

    float2 c = WRAP(0u);
    float2 lap = -c;
    lap += 0.2f * (WRAP(1u) + WRAP(mask) + WRAP(width) + WRAP(0u - width));
    lap += 0.05f * (WRAP(width + 1u) + WRAP(width - 1u) + WRAP(1u - width) + WRAP(0u - width - 1u));

    float react = c.x * c.y * c.y;
    float2 rate = (float2)(feed * (1.0f - c.x) - react, react - (feed + kill) * c.y);
    uvNew[id] = clamp(c + dt * (diffusion * lap + rate), 0.0f, 1.0f);
}
