/* Split: stable, seeded, by family, near its shares. */
#include "campaign.h"

#include "common/fs.h"

static void split(db *d, int64_t n[DB_N_PARTS]) {
    lp_err e;
    must(db_split(d, &campaign, n, &e), &e);
}

static void a_new_family_moves_no_other(void **state) {
    (void)state;
    db *d = temp_db("stable.db");
    int64_t n[DB_N_PARTS];
    sql(d, "BEGIN");
    for (int i = 0; i < 40; i++) {
        char path[32], family[32];
        snprintf(path, sizeof path, "%d.cl", i);
        snprintf(family, sizeof family, "f%d", i / 2);
        add_kernel(d, path, "f", path, family);
    }
    sql(d, "COMMIT");
    split(d, n);
    assert_int_equal(n[0] + n[1] + n[2], 20);
    assert_int_equal(num(d, "SELECT count(*) FROM split"), 20);
    sql(d, "CREATE TEMP TABLE old AS SELECT * FROM split");
    for (int i = 0; i < 30; i++) {
        char path[32];
        snprintf(path, sizeof path, "new%d.cl", i);
        add_kernel(d, path, "f", path, path);
    }
    split(d, n);
    assert_int_equal(num(d, "SELECT count(*) FROM split"), 50);
    assert_int_equal(num(d, "SELECT count(*) FROM old JOIN split USING (family, part)"), 20);
    split(d, n); /* again: the same */
    assert_int_equal(num(d, "SELECT count(*) FROM split"), 50);
    db_close(d);
}

static void shares_hold_on_average(void **state) {
    (void)state;
    int n[DB_N_PARTS] = {0};
    for (int i = 0; i < 20000; i++) {
        char family[32];
        snprintf(family, sizeof family, "%08x", i);
        n[db_part_of(family, &campaign)]++;
    }
    assert_in_range(n[DB_TRAIN], 15700, 16300);
    assert_in_range(n[DB_VAL], 1800, 2200);
    assert_in_range(n[DB_TEST], 1800, 2200);
}

static void the_seed_decides(void **state) {
    (void)state;
    int moved = 0;
    for (int i = 0; i < 1000; i++) {
        char family[32];
        snprintf(family, sizeof family, "%d", i);
        campaign.split_seed = 1;
        int a = db_part_of(family, &campaign);
        campaign.split_seed = 2;
        moved += a != db_part_of(family, &campaign);
    }
    campaign.split_seed = 1;
    assert_in_range(moved, 200, 480); /* 1 - (0.64 + 0.01 + 0.01) = 0.34 */
}

static void a_part_without_share_gets_nothing(void **state) {
    (void)state;
    campaign.split_train = 0.7;
    campaign.split_val = 0.3;
    campaign.split_test = 0;
    for (int i = 0; i < 3000; i++) {
        char family[32];
        snprintf(family, sizeof family, "%d", i);
        assert_int_not_equal(db_part_of(family, &campaign), DB_TEST);
    }
    campaign.split_train = 0.8;
    campaign.split_val = campaign.split_test = 0.1;
}

static void skipped_kernels_have_no_part_and_hash_is_a_family(void **state) {
    (void)state;
    lp_err e;
    db *d = temp_db("skip.db");
    int64_t n[DB_N_PARTS];
    db_kernel k = {
        .path = "x.cl", .name = "f", .hash = "hs", .family = "skipped", .reason = "image"};
    must(db_put_kernel(d, &k, &e), &e);
    add_kernel(d, "a.cl", "f", "the-hash", NULL);
    split(d, n);
    assert_int_equal(num(d, "SELECT count(*) FROM split"), 1);
    assert_int_equal(num(d, "SELECT family = 'the-hash' FROM split"), 1);
    db_close(d);
}

static int64_t part_is(db *d, const char *family, const char *part) {
    lp_err e;
    int64_t n;
    must(db_get_i64(d, &e, &n, 0, "SELECT count(*) FROM split WHERE family = ? AND part = ?", "tt",
                    family, part),
         &e);
    return n;
}

/* Whatever hash and shares say: a family with a kernel that is held out, and a copy of such a
 * kernel, which is skipped as a duplicate where it is held out. */
static void held_out_families_have_their_own_part(void **state) {
    (void)state;
    db *d = temp_db("held.db");
    int64_t n[DB_N_PARTS], before[DB_N_PARTS];
    for (int i = 0; i < 60; i++) {
        char path[32], family[32];
        snprintf(path, sizeof path, "%d.cl", i);
        snprintf(family, sizeof family, "f%d", i / 2);
        add_kernel(d, path, "f", path, family);
    }
    split(d, before);
    assert_int_equal(before[DB_HELDOUT], 0);
    sql(d, "CREATE TEMP TABLE old AS SELECT * FROM split");
    sql(d, "UPDATE kernel SET held_out = 1 WHERE path IN ('5.cl', '8.cl', '9.cl')");
    sql(d,
        "UPDATE kernel SET held_out = 1, status = 'skipped', reason = 'duplicate', family = NULL,"
        " hash = '20.cl' WHERE path = '41.cl'");
    split(d, n);
    assert_int_equal(n[DB_HELDOUT], 3);
    assert_int_equal(part_is(d, "f2", "heldout"), 1);
    assert_int_equal(part_is(d, "f4", "heldout"), 1);
    assert_int_equal(part_is(d, "f10", "heldout"), 1);
    assert_int_equal(num(d, "SELECT count(*) FROM split JOIN old USING (family, part)"), 27);
    assert_int_equal(n[DB_TRAIN] + n[DB_VAL] + n[DB_TEST], 27);
    sql(d, "UPDATE kernel SET held_out = 0");
    split(d, n);
    assert_memory_equal(n, before, sizeof n);
    db_close(d);
}

static char *list_of(db *d, const char *path) {
    lp_err e;
    lp_text t = {0};
    must(db_split_list(d, &campaign, path, &e), &e);
    must(lp_read_file(path, 1 << 20, &t, &e), &e);
    return lp_text_take(&t);
}

static void the_list_names_every_kernel_once(void **state) {
    (void)state;
    lp_err e;
    db *d = temp_db("list.db");
    int64_t n[DB_N_PARTS];
    add_kernel(d, "b.cl", "f", "00112233445566778899aabbccddeeff",
               "00112233445566778899aabbccddeeff");
    add_kernel(d, "a.cl", "g", "ff112233445566778899aabbccddeeff",
               "00112233445566778899aabbccddeeff");
    add_kernel(d, "odd\tname\n.cl", "h", "not a hash, but quite long", NULL);
    db_kernel k = {.path = "x.cl", .name = "f", .hash = "hs", .family = "hs", .reason = "image"};
    must(db_put_kernel(d, &k, &e), &e);
    sql(d, "UPDATE kernel SET held_out = 1");
    split(d, n);
    char *text = list_of(d, temp_path("list.tsv"));
    assert_string_equal(text, "# llmperf split 1 campaign\npart\tfamily\thash\tpath\n"
                              "heldout\t001122334455\tff1122334455\ta.cl\n"
                              "heldout\t001122334455\t001122334455\tb.cl\n"
                              "heldout\tnot a hash, but quite long\tnot a hash, but quite long\t"
                              "odd name .cl\n");
    free(text);
    assert_int_equal(db_split_list(d, &campaign, db_path(d), &e), -1);
    assert_non_null(strstr(e.msg, "is the campaign database itself"));
    assert_int_equal(db_split_list(d, &campaign, temp_path("none/x"), &e), -1);
    assert_non_null(strstr(e.msg, "none/x"));
    db_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_family_moves_no_other),
        cmocka_unit_test(shares_hold_on_average),
        cmocka_unit_test(the_seed_decides),
        cmocka_unit_test(a_part_without_share_gets_nothing),
        cmocka_unit_test(skipped_kernels_have_no_part_and_hash_is_a_family),
        cmocka_unit_test(held_out_families_have_their_own_part),
        cmocka_unit_test(the_list_names_every_kernel_once),
    };
    return cmocka_run_group_tests(tests, campaign_setup, campaign_teardown);
}
