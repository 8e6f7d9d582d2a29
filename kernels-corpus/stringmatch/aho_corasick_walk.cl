// Aho-Corasick automaton walk over packets: dense transition table, output counts by state.
#define ALPHABET 64

__kernel void aho_corasick_walk(__global const ushort *delta, __global const uchar *outCount,
                                __global const uchar *packets, __global uint *matches,
                                const int nStates, const int packetLen, const int nPackets)
{
    int pkt = get_global_id(0);
    if (pkt >= nPackets)
        return;

    int state = 0;
    uint total = 0;
    for (int i = 0; i < packetLen; i++) {
        int sym = packets[i * nPackets + pkt] & (ALPHABET - 1);
        state = delta[state * ALPHABET + sym] % nStates;
        total += outCount[state];
    }
    matches[pkt] = total;
}
