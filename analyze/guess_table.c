/* Names that many projects use alike for what OpenCL C spells in its own way, and what they mean.
 *
 * In: a name. Out: the replacement; "(a,b)=..." of a macro with parameters. Only names whose
 * meaning does not depend on the project. */
#include "analyze/guess.h"

static const char *const known[][2] = {
    /* kernels */
    {"KERNEL_FQ", "kernel"},
    {"KERNEL_FA", ""},
    {"OPENCL_KERNEL", "kernel"},
    {"KERNEL", "kernel"},
    {"CL_KERNEL", "kernel"},
    {"__KERNEL__", "kernel"},
    {"__global__", "kernel"},
    /* address spaces */
    {"GLOBAL_AS", "global"},
    {"LOCAL_AS", "local"},
    {"LOCAL_VK", "local"},
    {"CONSTANT_AS", "constant"},
    {"CONSTANT_VK", "constant"},
    {"PRIVATE_AS", ""},
    {"GLOBAL", "global"},
    {"LOCAL", "local"},
    {"CONSTANT", "constant"},
    {"PRIVATE", ""},
    {"GLOBAL_MEM", "global"},
    {"LOCAL_MEM", "local"},
    {"GLOBAL_PTR", "global"},
    {"LOCAL_PTR", "local"},
    {"CL_GLOBAL", "global"},
    {"CL_LOCAL", "local"},
    {"__shared__", "local"},
    {"__constant__", "constant"},
    /* functions */
    {"DECLSPEC", ""},
    {"HC_INLINE", ""},
    {"HC_INLINE0", ""},
    {"HC_ATTR_SEQ", ""},
    {"DEVICE", ""},
    {"DEVICE_FUNC", ""},
    {"__device__", ""},
    {"INLINE", "inline"},
    {"FORCE_INLINE", "inline"},
    {"STATIC_INLINE", "inline"},
    {"RESTRICT", "restrict"},
    {"MAYBE_UNUSED", ""},
    {"UNROLL", ""},
    /* functions of vendors that OpenCL C can say; inline assembly is not ours to leave out */
    {"amd_bitalign", "(a,b,c)=((uint)(((((ulong)(a))<<32)|(ulong)(uint)(b))>>((c)&31)))"},
    {"amd_bytealign", "(a,b,c)=((uint)(((((ulong)(a))<<32)|(ulong)(uint)(b))>>(((c)&3)*8)))"},
    {"asm", "__asm__"},
    /* synchronisation */
    {"LOCAL_BARRIER", "barrier(CLK_LOCAL_MEM_FENCE)"},
    {"SYNC_THREADS", "barrier(CLK_LOCAL_MEM_FENCE)"},
    /* types of C and of other languages */
    {"FPTYPE", "float"},
    {"REAL", "float"},
    {"real", "float"},
    {"real_t", "float"},
    {"DATA_TYPE", "float"},
    {"SCALAR_TYPE", "float"},
    {"uint8_t", "uchar"},
    {"int8_t", "char"},
    {"uint16_t", "ushort"},
    {"int16_t", "short"},
    {"uint32_t", "uint"},
    {"int32_t", "int"},
    {"uint64_t", "ulong"},
    {"int64_t", "long"},
    {"u8", "uchar"},
    {"u16", "ushort"},
    {"u32", "uint"},
    {"u64", "ulong"},
    {"s8", "char"},
    {"s16", "short"},
    {"s32", "int"},
    {"s64", "long"},
    {"cl_int", "int"},
    {"cl_uint", "uint"},
    {"cl_float", "float"},
    {"cl_double", "double"},
    {"cl_long", "long"},
    {"cl_ulong", "ulong"},
    {"cl_uchar", "uchar"},
};

const char *an_known_macro(const pp_tok *name) {
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (pp_is(name, known[i][0])) return known[i][1];
    return NULL;
}
