// Fewest coins for an amount: each work-item fills a private table for its own small amount.
#define MAX_AMOUNT 96
#define NONE 255

__kernel void coin_min_count(__global const uchar *amounts, __constant uchar *coins,
                             __global uchar *fewest, const int numCoins)
{
    uchar table[MAX_AMOUNT];
    const int target = amounts[get_global_id(0)] % MAX_AMOUNT;

    table[0] = 0;
    for (int v = 1; v < MAX_AMOUNT; v++)
        table[v] = NONE;

    for (int c = 0; c < numCoins; c++) {
        const int coin = max((int)coins[c], 1);
        for (int v = 0; v < MAX_AMOUNT; v++) {
            if (v < coin || v > target)
                continue;
            const uchar with = table[max(v - coin, 0)];
            if (with != NONE && with + 1 < table[v])
                table[v] = with + 1;
        }
    }
    fewest[get_global_id(0)] = table[target];
}
