// Match one market order per work-item against sorted price levels: quantities eaten until filled.
typedef struct { int price; uint size; } level_t;

kernel void order_match_fifo(global const level_t *book, global const uint *orderQty, global uint *bookOf,
                             global long *notional, global uint *unfilled, uint depth, uint books)
{
    uint o = get_global_id(0);
    uint b = bookOf[o] % books;
    uint left = orderQty[o] & 0xffffu;
    long cash = 0;
    global const level_t *lv = &book[b * depth];
    for (uint d = 0; d < depth; d++) {
        if (left == 0)
            break;
        uint take = min(left, lv[d].size);
        cash += (long)take * lv[d].price;
        left -= take;
    }
    notional[o] = cash;
    unfilled[o] = left;
    bookOf[o] = b;
}
