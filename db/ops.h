/* What `llmperf db` does to a campaign database: one function a subcommand, each in the file of its
 * name. All work in one transaction unless said otherwise, are deterministic, and change nothing
 * when run again. */
#ifndef LLMPERF_DB_OPS_H
#define LLMPERF_DB_OPS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "common/campaign.h"
#include "common/json.h"
#include "common/text.h"
#include "db/db.h"

/* ---- campaign.c: the campaign's own row
 * ----------------------------------------------------------- */

/* Stores the configuration. The same one again changes nothing; another one replaces it as long as
 * nothing is planned, and is refused afterwards. */
int db_put_campaign(db *d, const lp_campaign *c, const char *config_path, lp_err *e);
/* The stored configuration, or the defaults when there is none. Free *c with lp_campaign_free in
 * any case. */
int db_load_campaign(db *d, lp_campaign *c, lp_err *e);

/* ---- bins.c: log-time bins and quartiles
 * ---------------------------------------------------------- */

/* Bin of a time in the histogram with so many bins a decade; bin 0 starts at 1 ns. ns >= 1. */
int db_bin_of(int64_t ns, int64_t bins_per_decade);
/* Smallest time of a bin, ns. */
int64_t db_bin_lo_ns(int bin, int64_t bins_per_decade);
/* Sorts n values, the smallest first. */
void db_sort_values(double *v, size_t n);
/* The p-quantile (0 <= p <= 1) of n >= 1 ascending values, linear between order statistics. */
double db_quantile(const double *sorted, size_t n, double p);
/* Quartiles of n >= 1 ascending values, linear between order statistics. */
void db_quartiles(const double *sorted, size_t n, double *q1, double *q3);

/* ---- balance.c
 * ------------------------------------------------------------------------------------ */

typedef struct db_balance_stats {
    int64_t rows, outliers, capped, kept, wanted;
} db_balance_stats;

/* Gives every warm timing a weight and a reason and lists the wanted bins, for each device. */
int db_balance(db *d, const lp_campaign *c, db_balance_stats *out, lp_err *e);

/* ---- split.c
 * -------------------------------------------------------------------------------------- */

/* The first three have shares; DB_HELDOUT is for families with a kernel that is held out. */
enum { DB_TRAIN, DB_VAL, DB_TEST, DB_HELDOUT, DB_N_PARTS };
extern const char *const db_part_names[DB_N_PARTS];

/* The part of a family without such a kernel: depends on the seed, the shares and the family's name
 * only, so that a new family moves no other. */
int db_part_of(const char *family, const lp_campaign *c);
/* Fills the split table for the families of all kernels that are in use; families[] counts them by
 * part. */
int db_split(db *d, const lp_campaign *c, int64_t families[DB_N_PARTS], lp_err *e);
/* Writes the part, family and hash of each of these kernels to a file (docs/formats.md). */
int db_split_list(db *d, const lp_campaign *c, const char *path, lp_err *e);

/* ---- rows.c: the data set, one row at a time
 * -------------------------------------------------------- */

typedef struct db_rows db_rows;

/* Walks the warm timings by kernel path, kernel name, sample and device. balanced: leaves out those
 * of weight 0. */
db_rows *db_rows_open(db *d, const lp_campaign *c, bool balanced, lp_err *e);
/* 1 and a new row (the caller's), 0 at the end, -1 on error. */
int db_rows_next(db_rows *r, json_t **row, lp_err *e);
void db_rows_close(db_rows *r);
int db_count_rows(db *d, bool balanced, int64_t *n, lp_err *e);

/* The words of the prompt for an argument whose contents matter ("uniform indices below 512"); NULL
 * when they are free. Caller frees. */
char *db_content_words(const char *content, const char *recipe, int64_t elems);

/* ---- export.c
 * ------------------------------------------------------------------------------------- */

/* Writes the data set as JSON lines to `path` (through a temporary file beside it), or to stdout
 * when it is NULL. *rows counts them. Memory does not grow with the number of rows. */
int db_export(db *d, const lp_campaign *c, const char *path, bool balanced, int64_t *rows,
              lp_err *e);

/* ---- check.c
 * -------------------------------------------------------------------------------------- */

/* Called once for each check; `detail` is "" when it passed. */
typedef void (*db_check_report)(void *ctx, const char *name, bool ok, const char *detail);

/* Runs every check; jsonl (may be NULL) is compared with the database. *failed counts the checks
 * that failed; -1 only when the checking itself was not possible. */
int db_check(db *d, const lp_campaign *c, const char *jsonl, bool balanced, db_check_report report,
             void *ctx, int *failed, lp_err *e);

/* ---- choose.c, sample.c
 * -------------------------------------------------------------------------------------- */

typedef struct db_choice {
    int64_t *ids; /* of samples, ascending */
    size_t n;
    size_t of; /* how many there were to choose from */
} db_choice;

/* At most `most` samples with a warm timing: kernels take turns in a seeded order, each gives four
 * of its samples a turn, in a seeded order. parts: names with commas between them, NULL: all. Free
 * *out in any case. */
int db_choose(db *d, const char *parts, size_t most, uint64_t seed, db_choice *out, lp_err *e);
bool db_choice_has(const db_choice *c, int64_t id);
void db_choice_free(db_choice *c);

/* Makes the database `out`, which must not be there, of these samples: with all that validate,
 * export and check read, and nothing else. One file, no log beside it. */
int db_sample_write(db *d, const char *out, const db_choice *c, lp_err *e);

/* ---- merge.c
 * -------------------------------------------------------------------------------------- */

typedef struct db_merge_stats {
    int64_t devices, kernels, samples, probes, repairs, runs, timings, failures; /* added */
    int64_t conflicts;
} db_merge_stats;

/* Called with one line for each conflict, at most DB_MERGE_SHOWN of a kind and shard. */
enum { DB_MERGE_SHOWN = 10 };
typedef void (*db_merge_report)(void *ctx, const char *line);

/* Adds what `shard` has and `d` lacks, in one transaction; adds to *out. What both have in
 * different forms is a conflict: reported, counted, left as it is in `d`. */
int db_merge(db *d, const char *shard, db_merge_report report, void *ctx, db_merge_stats *out,
             lp_err *e);

/* ---- stats.c, stats_print.c
 * ------------------------------------------------------------------------ */

/* Everything that `llmperf db stats --json` prints (docs/formats.md); the caller owns it. NULL on
 * error. */
json_t *db_stats(db *d, const lp_campaign *c, lp_err *e);
/* The same for people. */
void db_stats_print(const json_t *stats, FILE *out);
/* "12.3 us": three digits and a unit. */
void db_format_ns(char out[16], double ns);
void db_add_ns(lp_text *out, double ns); /* appends it */

/* ---- card.c
 * --------------------------------------------------------------------------------------- */

/* The data card as Markdown, added to *out. */
int db_card(db *d, const lp_campaign *c, lp_text *out, lp_err *e);

/* ---- coverage*.c
 * ---------------------------------------------------------------------------------- */

/* Where hand-written, synthesised and imported kernels lie in feature space: what `llmperf db stats
 * --corpus --json` prints (docs/formats.md); the caller owns it. `imported`: starts of paths in
 * this database, or databases. `plot` (may be NULL): an SVG file to be drawn by gnuplot. NULL on
 * error. */
json_t *db_coverage(db *d, const lp_strv *imported, const char *plot, lp_err *e);
/* The same for people. */
void db_coverage_print(const json_t *coverage, FILE *out);

/* ---- stats_live.c
 * ---------------------------------------------------------------------------------- */

/* Prints what is being profiled, a line a look, until nobody is at work on the file or the user
 * interrupts. */
int db_stats_live(db *d, lp_err *e);
/* One look: a line for each run under way. */
int db_stats_live_text(db *d, lp_text *out, lp_err *e);

#endif
