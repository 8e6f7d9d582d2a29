// Decodes bit streams by walking a Huffman tree of child pairs, a fixed number of bits for each stream.
#define LEAF 0x8000

__kernel void huffman_tree_decode(__global const ushort2 *tree, __global const uint *stream,
                                  __global uchar *symbols, __global uint *decoded,
                                  const uint nodes, const uint words)
{
    const uint s = get_global_id(0);
    uint node = 0, made = 0;

    for (uint w = 0; w < words; ++w) {
        const uint bits = stream[w * get_global_size(0) + s];
        for (int b = 31; b >= 0; --b) {
            const ushort2 kids = tree[node];
            const ushort next = (bits >> b) & 1u ? kids.y : kids.x;
            if (next & LEAF) {
                symbols[s * words * 32u + min(made, words * 32u - 1u)] = (uchar)(next & 0xff);
                ++made;
                node = 0;
            } else {
                node = next % nodes;
            }
        }
    }
    decoded[s] = made;
}
