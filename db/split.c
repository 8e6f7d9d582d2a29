/* Split: every kernel family goes to training, validation or test as a whole, or is held out.
 *
 * Input: the kernels in use and the campaign's shares and split_seed. Output: the table `split`. A
 * family with a kernel that is held out is; another's part is a threshold on its own hash: a new
 * family never moves another, at the price that the shares hold only on average. Below some ten
 * families a part may well be empty. */
#include <string.h>

#include "common/hash.h"
#include "db/ops.h"
#include "db/record.h"

const char *const db_part_names[DB_N_PARTS] = {"train", "val", "test", "heldout"};

int db_part_of(const char *family, const lp_campaign *c) {
    uint64_t h = lp_hash64(family, strlen(family), (uint64_t)c->split_seed);
    double u = (double)(h >> 11) * 0x1p-53; /* [0, 1) */
    double shares[] = {c->split_train, c->split_val, c->split_test}, below = 0;
    int last = DB_TRAIN; /* the last part with a share also takes what rounding leaves over */
    for (int p = DB_TRAIN; p <= DB_TEST; p++) {
        below += shares[p];
        if (shares[p] <= 0) continue;
        last = p;
        if (u < below) break;
    }
    return last;
}

static int write_families(db *d, const lp_campaign *c, int64_t families[DB_N_PARTS], lp_err *e) {
    sqlite3_stmt *s =
        db_stmt(d,
                "SELECT DISTINCT " DB_FAMILY " AS f, " DB_HELD_OUT " FROM kernel"
                " WHERE status = 'ok' OR EXISTS (SELECT 1 FROM sample WHERE kernel_id = kernel.id)"
                " ORDER BY f",
                e);
    int rc;
    if (!s) return -1;
    while ((rc = db_step(d, s, e)) == 1) {
        const char *family = db_col_text(s, 0);
        int part = sqlite3_column_int(s, 1) ? DB_HELDOUT : db_part_of(family, c);
        families[part]++;
        if (db_run(d, e, "INSERT INTO split (family, part) VALUES (?, ?)", "tt", family,
                   db_part_names[part]) != 0)
            return -1;
    }
    return rc;
}

int db_split(db *d, const lp_campaign *c, int64_t families[DB_N_PARTS], lp_err *e) {
    memset(families, 0, DB_N_PARTS * sizeof *families);
    if (db_begin(d, e) != 0) return -1;
    int rc = db_run(d, e, "DELETE FROM split", "");
    if (rc == 0) rc = write_families(d, c, families, e);
    if (rc == 0) rc = db_commit(d, e);
    if (rc != 0) db_rollback(d);
    return rc;
}
