// Categorical draws with an alias table: one uniform picks the column, its fraction picks the alias.
struct alias_entry { float keep; uint other; };

__kernel void alias_table_draw(__global const struct alias_entry *table, __global const uint *words,
                               __global uint *category, __global uint *freq, const uint categories, const uint draws)
{
  const uint i = get_global_id(0);
  if (i < draws) {
    const ulong wide = (ulong)words[i] * categories;
    const uint col = min((uint)(wide >> 32), categories - 1);
    const float frac = (uint)wide * 2.3283064e-10f;
    const struct alias_entry e = table[col];
    const uint pick = frac < e.keep ? col : e.other % categories;
    category[i] = pick;
    atomic_inc(&freq[pick]);
  }
}
