/* Opening: modes, versions, files that are no database, locks, places that cannot be written. */
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "common/text.h"
#include "db/internal.h"
#include "temp.h"

static void write_bytes(const char *path, const char *bytes, size_t n) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

/* Opening must fail in this mode with a line that names the file and says `part`. */
static void refuses(const char *path, db_mode mode, const char *part) {
    lp_err e = {""};
    db *d = db_open(path, mode, &e);
    if (d) fail_msg("%s was opened", path);
    assert_has(e.msg, path);
    assert_has(e.msg, part);
    assert_null(strchr(e.msg, '\n'));
}

static void makes_and_reopens(void **state) {
    (void)state;
    const char *path = temp_path("made.db");
    db *d = temp_open(path, DB_CREATE);
    assert_int_equal(num(d, "PRAGMA user_version"), DB_SCHEMA_VERSION);
    assert_int_equal(num(d, "PRAGMA application_id"), DB_APPLICATION_ID);
    assert_int_equal(num(d, "PRAGMA foreign_keys"), 1);
    assert_int_equal(num(d, "PRAGMA busy_timeout"), 5000);
    assert_int_equal(num(d, "PRAGMA synchronous"), 1);
    assert_int_equal(num(d, "SELECT journal_mode = 'wal' FROM pragma_journal_mode"), 1);
    assert_string_equal(db_path(d), path);
    add_device(d, "one", 4);
    db_close(d);
    d = temp_open(path, DB_CREATE);
    assert_int_equal(num(d, "SELECT count(*) FROM device"), 1);
    db_close(d);
    d = temp_open(path, DB_WRITE);
    db_close(d);
}

/* A stranger's trigger does not run, and a view is no table. */
static void code_in_the_schema_is_not_run(void **state) {
    (void)state;
    lp_err e = {""};
    db *d = temp_db("code.db");
    sql(d, "CREATE TRIGGER t AFTER INSERT ON split BEGIN DELETE FROM device; END");
    sql(d, "CREATE VIEW v AS SELECT id FROM device");
    db_close(d);
    d = temp_open(temp_path("code.db"), DB_WRITE);
    add_device(d, "one", 4);
    sql(d, "INSERT INTO split VALUES ('f', 'train')");
    assert_int_equal(num(d, "SELECT count(*) FROM device"), 1);
    assert_int_equal(db_exec(d, "SELECT * FROM v", &e), -1);
    db_close(d);
}

static void odd_names_are_names(void **state) {
    (void)state;
    const char *path = temp_path("a?mode=memory#b%41.db");
    db_close(temp_open(path, DB_CREATE));
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_true(st.st_size > 0);
}

static void reading_never_writes(void **state) {
    (void)state;
    lp_err e = {""};
    db_close(temp_db("r.db"));
    db *d = temp_open(temp_path("r.db"), DB_READ);
    assert_int_equal(db_run(d, &e, "INSERT INTO split VALUES ('f', 'train')", ""), -1);
    assert_has(e.msg, "cannot be written");
    db_close(d);
    assert_int_not_equal(access(temp_path("r.db-wal"), F_OK), 0);
    assert_int_not_equal(access(temp_path("r.db-shm"), F_OK), 0);
}

static void refuses_what_is_missing(void **state) {
    (void)state;
    refuses(temp_path("none.db"), DB_READ, "no such database");
    refuses(temp_path("none.db"), DB_WRITE, "llmperf db init");
    refuses(temp_path("no/folder.db"), DB_CREATE, "cannot be made: No such file or directory");
    refuses(temp_dir, DB_READ, "is a folder");
    refuses("/dev/null", DB_CREATE, "not a regular file");
}

static void refuses_what_is_no_database(void **state) {
    (void)state;
    const char *path = temp_path("text.db");
    char page[4096];
    memset(page, 'x', sizeof page);
    write_bytes(path, page, sizeof page);
    refuses(path, DB_READ, "not a database");
    refuses(path, DB_CREATE, "not a database");
    write_bytes(path, "short", 5);
    refuses(path, DB_CREATE, "too short");
    write_bytes(path, "", 0);
    refuses(path, DB_WRITE, "is empty");
    db_close(temp_open(path, DB_CREATE)); /* an empty file may become one */
}

static void refuses_other_programs_files(void **state) {
    (void)state;
    const char *path = temp_path("other.db");
    sqlite3 *h = NULL;
    assert_int_equal(sqlite3_open(path, &h), SQLITE_OK);
    assert_int_equal(sqlite3_exec(h, "CREATE TABLE t (a)", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(h);
    refuses(path, DB_CREATE, "another program");
    refuses(path, DB_READ, "another program");
}

static void set_version(const char *path, int version) {
    db *d = temp_open(path, DB_CREATE);
    char text[64];
    snprintf(text, sizeof text, "PRAGMA user_version = %d", version);
    sql(d, text);
    db_close(d);
}

static void refuses_a_newer_schema(void **state) {
    (void)state;
    const char *path = temp_path("newer.db");
    set_version(path, DB_SCHEMA_VERSION + 7);
    refuses(path, DB_READ, "newer");
    refuses(path, DB_WRITE, "newer");
    refuses(path, DB_CREATE, "newer");
}

static void an_older_schema_needs_a_writer(void **state) {
    (void)state;
    const char *path = temp_path("older.db");
    set_version(path, DB_SCHEMA_VERSION - 1);
    refuses(path, DB_READ, "older");
}

static void migrates_step_by_step(void **state) {
    enum { NOW = DB_SCHEMA_VERSION };
    (void)state;
    lp_err e = {""};
    db *d = temp_db("mig.db");
    const db_migration good[] = {{NOW, "CREATE TABLE never (a)"},
                                 {NOW + 1, "CREATE TABLE two (a)"},
                                 {NOW + 2, "ALTER TABLE two ADD COLUMN b"},
                                 {0, NULL}};
    must(db_migrate(d, good, &e), &e);
    assert_int_equal(num(d, "PRAGMA user_version"), NOW + 2);
    sql(d, "INSERT INTO two (a, b) VALUES (1, 2)");
    assert_int_equal(num(d, "SELECT count(*) FROM sqlite_schema WHERE name = 'never'"), 0);
    /* A step that fails takes the whole upgrade back. */
    const db_migration bad[] = {
        {NOW + 3, "CREATE TABLE four (a)"}, {NOW + 4, "CREATE TABLE two (a)"}, {0, NULL}};
    char which[32];
    snprintf(which, sizeof which, "version %d", NOW + 4);
    assert_int_equal(db_migrate(d, bad, &e), -1);
    assert_has(e.msg, which);
    assert_int_equal(num(d, "PRAGMA user_version"), NOW + 2);
    assert_int_equal(num(d, "SELECT count(*) FROM sqlite_schema WHERE name = 'four'"), 0);
    db_close(d);
}

/* ---- migrations ---------------------------------------------------------------------------------
 */

/* Takes out of a new file what later versions added. */
static void back_to_version(db *d, int version) {
    if (version < 5)
        sql(d, "ALTER TABLE kernel DROP COLUMN held_out; DROP TABLE split;"
               "CREATE TABLE split (family TEXT PRIMARY KEY, part TEXT NOT NULL CHECK (part IN"
               " ('train', 'val', 'test'))) STRICT, WITHOUT ROWID;"
               "INSERT INTO split VALUES ('h', 'val')");
    if (version < 4) sql(d, "ALTER TABLE kernel DROP COLUMN template");
    if (version < 3)
        sql(d,
            "DROP TABLE probe_range; DROP TABLE probe; DROP TABLE probe_sample; DROP TABLE repair;"
            "ALTER TABLE kernel DROP COLUMN probe_gap; ALTER TABLE kernel DROP COLUMN probe;"
            "ALTER TABLE sample DROP COLUMN work;"
            "ALTER TABLE access DROP COLUMN conditional");
    if (version < 2) sql(d, "ALTER TABLE kernel DROP COLUMN guesses");
    char text[64];
    snprintf(text, sizeof text, "PRAGMA user_version = %d", version);
    sql(d, text);
}

/* Every table with its columns, keys, indexes and references; not where a column stands. */
static char *shape_of(db *d) {
    lp_err e;
    char *out = NULL;
    must(db_get_text(
             d, &e, &out,
             "SELECT group_concat(x, char(10)) FROM (SELECT printf('%s %d %d: %s; %s; %d', t.name,"
             " t.wr, t.strict,"
             " (SELECT group_concat(c) FROM (SELECT printf('%s %s %d %s %d', i.name, i.type,"
             " i.\"notnull\", i.dflt_value, i.pk) AS c FROM pragma_table_xinfo(t.name) i"
             " ORDER BY 1)),"
             " (SELECT group_concat(c) FROM (SELECT printf('%s %s %s %s', f.\"table\", f.\"from\","
             " f.\"to\", f.on_delete) AS c FROM pragma_foreign_key_list(t.name) f ORDER BY 1)),"
             " (SELECT count(*) FROM pragma_index_list(t.name))) AS x"
             " FROM pragma_table_list t WHERE t.name NOT LIKE 'sqlite_%' ORDER BY t.name)",
             ""),
         &e);
    return out;
}

/* A file of an older version becomes one like a new file, with what it held. */
static void upgrades_a_file_of_each_version(void **state) {
    (void)state;
    db *fresh = temp_db("fresh.db");
    char *want = shape_of(fresh);
    assert_has(want, "probe_sample");
    for (int version = 1; version < DB_SCHEMA_VERSION; version++) {
        lp_err e = {""};
        db *d = temp_db("old.db");
        int64_t dev = add_device(d, "D", 4), run = add_run(d, dev, "t0");
        int64_t id = add_kernel(d, "a.cl", "f", "h", "h");
        add_timing(d, add_sample(d, id, 0, 64), dev, run, "warm", 100);
        back_to_version(d, version);
        db_close(d);
        d = temp_open(temp_path("old.db"), DB_WRITE);
        assert_int_equal(num(d, "PRAGMA user_version"), DB_SCHEMA_VERSION);
        char *have = shape_of(d);
        assert_string_equal(have, want);
        free(have);
        assert_int_equal(num(d, "SELECT count(*) FROM timing"), 1);
        assert_int_equal(num(d, "SELECT count(*) FROM split WHERE family = 'h' AND part = 'val'"),
                         1);
        sql(d, "INSERT INTO split VALUES ('new', 'heldout')");
        db_kernel k;
        must(db_load_kernel(d, id, true, &k, &e), &e);
        assert_string_equal(k.path, "a.cl");
        assert_null(k.guesses);
        assert_null(k.probe);
        assert_null(k.probe_gap);
        assert_false(k.held_out);
        k.guesses = lp_strdup("T=float");
        k.probe = lp_strdup("text");
        must(db_put_kernel(d, &k, &e), &e);
        db_kernel_free(&k);
        assert_int_equal(num(d, "SELECT guesses = 'T=float' AND probe = 'text' FROM kernel"), 1);
        assert_int_equal(num(d, "SELECT count(*) FROM sample"), 1); /* the same kernel as before */
        db_close(d);
    }
    free(want);
    db_close(fresh);
}

static void refuses_a_truncated_file(void **state) {
    (void)state;
    const char *path = temp_path("cut.db");
    db *d = temp_open(path, DB_CREATE);
    add_device(d, "one", 4);
    db_close(d);
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    const long cuts[] = {20, 700, 4096, 5000, st.st_size / 2, st.st_size - 4096, st.st_size - 1};
    for (size_t i = sizeof cuts / sizeof *cuts; i-- > 0;) {
        assert_int_equal(truncate(path, cuts[i]), 0);
        refuses(path, DB_READ, "truncated");
        refuses(path, DB_CREATE, "truncated");
    }
}

static void refuses_a_missing_table(void **state) {
    (void)state;
    db *d = temp_db("drop.db");
    sql(d, "DROP TABLE wanted");
    db_close(d);
    refuses(temp_path("drop.db"), DB_READ, "1 of 19 tables are missing");
}

static void says_when_it_is_locked(void **state) {
    (void)state;
    lp_err e = {""};
    db *d = temp_db("lock.db");
    db *other = temp_open(temp_path("lock.db"), DB_WRITE);
    must(db_begin(other, &e), &e);
    sqlite3_busy_timeout(db_handle(d), 20);
    assert_int_equal(db_begin(d, &e), -1);
    assert_has(e.msg, "locked by another process");
    assert_has(e.msg, "lock.db");
    /* A reader works beside the writer. */
    db *reader = temp_open(temp_path("lock.db"), DB_READ);
    assert_int_equal(num(reader, "SELECT count(*) FROM device"), 0);
    db_close(reader);
    db_rollback(other);
    must(db_begin(d, &e), &e);
    db_rollback(d);
    db_close(other);
    db_close(d);
}

static void refuses_an_exclusively_locked_file(void **state) {
    (void)state;
    const char *path = temp_path("excl.db");
    db_close(temp_open(path, DB_CREATE));
    sqlite3 *h = NULL;
    assert_int_equal(sqlite3_open(path, &h), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(h, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE", NULL, NULL, NULL),
        SQLITE_OK);
    refuses(path, DB_WRITE, "locked by another process for more than 5 s");
    sqlite3_close(h);
}

static void cannot_make_one_in_a_read_only_place(void **state) {
    (void)state;
    refuses("/proc/campaign.db", DB_CREATE, "cannot be");
    if (geteuid() == 0) return; /* root may write anywhere else */
    assert_int_equal(mkdir(temp_path("ro"), 0700), 0);
    db_close(temp_open(temp_path("ro/a.db"), DB_CREATE));
    assert_int_equal(chmod(temp_path("ro"), 0500), 0);
    refuses(temp_path("ro/b.db"), DB_CREATE, "Permission denied");
    refuses(temp_path("ro/a.db"), DB_WRITE, "cannot be");
    db_close(temp_open(temp_path("ro/a.db"), DB_READ)); /* but it can be read */
    assert_int_equal(chmod(temp_path("ro"), 0700), 0);
}

/* A process that dies without a word loses nothing that it committed. */
static void survives_a_kill(void **state) {
    (void)state;
    const char *path = temp_path("kill.db");
    db_close(temp_open(path, DB_CREATE));
    pid_t pid = fork();
    if (pid == 0) {
        lp_err e;
        db *d = db_open(path, DB_WRITE, &e);
        int ok = d && db_run(d, &e, "INSERT INTO split VALUES ('kept', 'train')", "") == 0 &&
                 db_begin(d, &e) == 0 &&
                 db_run(d, &e, "INSERT INTO split VALUES ('lost', 'train')", "") == 0;
        if (ok) raise(SIGKILL);
        _exit(1);
    }
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status));
    db *d = temp_open(path, DB_READ);
    assert_int_equal(num(d, "SELECT count(*) FROM split WHERE family = 'kept'"), 1);
    assert_int_equal(num(d, "SELECT count(*) FROM split"), 1);
    db_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(makes_and_reopens),
        cmocka_unit_test(code_in_the_schema_is_not_run),
        cmocka_unit_test(odd_names_are_names),
        cmocka_unit_test(reading_never_writes),
        cmocka_unit_test(refuses_what_is_missing),
        cmocka_unit_test(refuses_what_is_no_database),
        cmocka_unit_test(refuses_other_programs_files),
        cmocka_unit_test(refuses_a_newer_schema),
        cmocka_unit_test(an_older_schema_needs_a_writer),
        cmocka_unit_test(migrates_step_by_step),
        cmocka_unit_test(upgrades_a_file_of_each_version),
        cmocka_unit_test(refuses_a_truncated_file),
        cmocka_unit_test(refuses_a_missing_table),
        cmocka_unit_test(says_when_it_is_locked),
        cmocka_unit_test(refuses_an_exclusively_locked_file),
        cmocka_unit_test(cannot_make_one_in_a_read_only_place),
        cmocka_unit_test(survives_a_kill),
    };
    return cmocka_run_group_tests(tests, temp_setup, temp_teardown);
}
