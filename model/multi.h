/* MDL_MULTI before a function: the compiler makes one version of it for processors with AVX2 and
 * one for all others, chosen when the program starts. The same operations in the same order: the
 * results are the same. */
#ifndef MDL_MULTI_H
#define MDL_MULTI_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MDL_SANITIZED 1
#endif
#endif

/* The chooser runs before a sanitizer is ready. */
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) &&   \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(MDL_SANITIZED)
#define MDL_MULTI __attribute__((target_clones("avx2", "default")))
#else
#define MDL_MULTI
#endif

#endif
