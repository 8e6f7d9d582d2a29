// Touches one word in each of many pages through a page table, as a TLB exerciser.
#define PAGE_WORDS 1024

kernel void sparse_page_touch(global uint *arena, global const uint *page_table, const uint pages, const uint touches)
{
    const uint gid = get_global_id(0);
    uint sum = gid;
    for (uint t = 0; t < touches; ++t) {
        const uint page = page_table[(gid + t * 37u) % pages] % pages;
        const uint word = (gid * 5u + t) & (PAGE_WORDS - 1);
        sum += arena[page * PAGE_WORDS + word];
    }
    arena[(gid % pages) * PAGE_WORDS + (sum & (PAGE_WORDS - 1))] = sum;
}
