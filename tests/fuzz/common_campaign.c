/* Fuzzes campaign files: any bytes either fail with one line or give a campaign whose JSON reads
 * back to the same JSON. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/campaign.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_message(const char *msg) {
    if (*msg == '\0' || strchr(msg, '\n')) LP_BUG("not one line: `%s`", msg);
}

static void check_round_trip(const lp_campaign *c) {
    lp_campaign back;
    lp_err e = {""};
    char *json = lp_campaign_json(c);
    if (lp_campaign_from_json(json, &back, &e)) LP_BUG("%s: %s", e.msg, json);
    char *again = lp_campaign_json(&back);
    if (strcmp(json, again) != 0) LP_BUG("%s became %s", json, again);
    free(json);
    free(again);
    lp_campaign_free(&back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lp_campaign c;
    lp_err e = {""};
    if (lp_campaign_parse("fuzz.yaml", (const char *)data, size, &c, &e))
        check_message(e.msg);
    else
        check_round_trip(&c);
    lp_campaign_free(&c);
    char *text = lp_strndup((const char *)data, size);
    if (lp_campaign_from_json(text, &c, &e)) check_message(e.msg);
    lp_campaign_free(&c);
    free(text);
    return 0;
}
