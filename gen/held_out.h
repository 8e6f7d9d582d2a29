/* Kernels that the campaign holds out must be marked so in the database, or split would let a model
 * be trained on them. */
#ifndef GEN_HELD_OUT_H
#define GEN_HELD_OUT_H

#include "common/campaign.h"
#include "db/db.h"

/* Fails with one line that names the first kernel of a folder in corpus.held_out that was read
 * without it. */
int gen_check_held_out(db *d, const lp_campaign *c, lp_err *e);

#endif
