// CYK parsing: non-terminal masks of all spans of one length under a binary grammar in constant memory.
#define RULES 24

struct Rule { uchar head, left, right, pad; };

__kernel void cyk_span_masks(__global uint *chart, __constant struct Rule *grammar,
                             const uint tokens, const uint span)
{
    const uint begin = get_global_id(0);
    if (begin + span >= tokens)
        return;

    uint heads = 0;
    for (uint cut = 0; cut < span; ++cut) {
        const uint L = chart[cut * tokens + begin];
        const uint R = chart[(span - 1 - cut) * tokens + begin + cut + 1];
        if (L == 0 || R == 0)
            continue;
        for (int r = 0; r < RULES; ++r) {
            const uint fits = (L >> (grammar[r].left & 31)) & (R >> (grammar[r].right & 31)) & 1u;
            heads |= fits << (grammar[r].head & 31);
        }
    }
    chart[span * tokens + begin] = heads;
}
