/* The reference of campaign files, from the table of their keys. */
#ifndef LP_CAMPAIGN_REFERENCE_H
#define LP_CAMPAIGN_REFERENCE_H

#include "common/help.h"

/* Every key with its type, default, unit, range and meaning: text, Markdown (docs/campaign.md) or a
 * man page (llmperf-campaign(5)). */
void lp_campaign_reference(lp_help_format f, lp_text *out);

#endif
