/* A temporary folder and the default campaign, for the tests of what works on a whole campaign. A
 * test that changes the campaign puts it back. */
#ifndef TEST_DB_CAMPAIGN_H
#define TEST_DB_CAMPAIGN_H

#include "db/ops.h"
#include "temp.h"

static lp_campaign campaign;

static inline int campaign_setup(void **state) {
    lp_campaign_defaults(&campaign);
    return temp_setup(state);
}

static inline int campaign_teardown(void **state) {
    lp_campaign_free(&campaign);
    return temp_teardown(state);
}

#endif
