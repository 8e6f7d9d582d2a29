// Switch-table probe: a tiny bytecode interpreter with an accumulator and eight operations.
enum op { OP_ADD, OP_MUL, OP_XOR, OP_ROT, OP_SUB, OP_NOT, OP_SWAP, OP_MIX };

__kernel void switchInterpreter(__global const uchar *code, __global int2 *vm, const uint codeLen, const uint n)
{
    const uint id = get_global_id(0);
    if (id >= n) return;
    int acc = vm[id].x, aux = vm[id].y;

    for (uint pc = 0; pc < codeLen; ++pc)
    {
        const uchar ins = code[pc];
        const int imm = ins >> 3;
        switch (ins & 7)
        {
            case OP_ADD:  acc += imm + aux; break;
            case OP_MUL:  acc *= 2 * imm + 1; break;
            case OP_XOR:  acc ^= aux; break;
            case OP_ROT:  acc = rotate(acc, imm); break;
            case OP_SUB:  aux -= acc; break;
            case OP_NOT:  acc = ~acc; break;
            case OP_SWAP: { const int t = acc; acc = aux; aux = t; break; }
            case OP_MIX:  acc = mad24(acc & 0xffff, 77, imm); break;
        }
    }
    vm[id] = (int2)(acc, aux);
}
