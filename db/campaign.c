/* The campaign's own row: its configuration as canonical JSON.
 *
 * Input: a campaign read from YAML. Output: the row, and the campaign back from it. The plan's
 * columns (plan_version, plan_hash, nsm) belong to gen. */
#include <stdlib.h>
#include <string.h>

#include "common/opt.h"
#include "db/ops.h"

/* The stored text as this program writes it: one of an older program lacks keys that have come
 * since, which means their defaults. Takes `json`; NULL for NULL and for what cannot be read. */
static char *as_written_now(char *json) {
    lp_campaign c;
    if (!json) return NULL;
    char *text = lp_campaign_from_json(json, &c, NULL) == 0 ? lp_campaign_json(&c) : NULL;
    lp_campaign_free(&c);
    free(json);
    return text;
}

/* 1 when this configuration is stored already, 0 when it may be written, -1 when another one was
 * planned. */
static int is_stored(db *d, const char *json, lp_err *e) {
    char *old = NULL;
    int64_t planned = 0;
    if (db_get_text(d, e, &old, "SELECT config_json FROM campaign", "") != 0) return -1;
    old = as_written_now(old);
    int rc = old && strcmp(old, json) == 0;
    free(old);
    if (rc == 1) return 1;
    if (db_get_i64(d, e, &planned, 0, "SELECT plan_hash IS NOT NULL FROM campaign", "") != 0)
        return -1;
    if (planned)
        return lp_fail(e, "%s: was planned with another configuration; take a new database",
                       db_path(d));
    return 0;
}

int db_put_campaign(db *d, const lp_campaign *c, const char *config_path, lp_err *e) {
    char *json = lp_campaign_json(c);
    int rc = is_stored(d, json, e);
    if (rc == 0)
        rc = db_run(d, e,
                    "INSERT INTO campaign (id, name, config_json, config_path, seed, plan_version, "
                    "tool_version)"
                    " VALUES (1, ?1, ?2, ?3, ?4, 0, ?5) ON CONFLICT (id) DO UPDATE SET name = ?1, "
                    "config_json = ?2,"
                    " config_path = ?3, seed = ?4, tool_version = ?5",
                    "tttit", c->name, json, config_path, c->seed, lp_version());
    free(json);
    return rc < 0 ? -1 : 0;
}

int db_load_campaign(db *d, lp_campaign *c, lp_err *e) {
    char *json = NULL;
    lp_campaign_defaults(c);
    if (db_get_text(d, e, &json, "SELECT config_json FROM campaign", "") != 0) return -1;
    if (!json) return 0;
    lp_campaign_free(c);
    int rc = lp_campaign_from_json(json, c, e);
    if (rc != 0) lp_fail_in(e, "%s: stored configuration", db_path(d));
    free(json);
    return rc;
}
