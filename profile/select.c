/* Device selection.
 *
 * In: the list of devices and what the user said. Out: an index, or one line with the candidates.
 * Asks no driver. */
#include "profile/select.h"

#include <stdlib.h>
#include <string.h>

#include "common/text.h"

static int first_of(const prof_devices *d, const char *type) {
    for (size_t i = 0; i < d->n; i++) {
        if (strcmp(d->v[i].type, type) == 0) return (int)i;
    }
    return -1;
}

/* The devices in `which` (NULL: all) as "0 'NAME', 1 'NAME'". */
static char *candidates(const prof_devices *d, const bool *which) {
    lp_text t = {0};
    for (size_t i = 0; i < d->n; i++) {
        if (which && !which[i]) continue;
        lp_text_addf(&t, "%s%zu '%s'", t.len ? ", " : "", i, d->v[i].name);
    }
    return lp_text_take(&t);
}

static int fail_listing(const prof_devices *d, const bool *which, lp_err *e, const char *what,
                        const char *sel) {
    char *list = candidates(d, which);
    lp_fail(e, "--device %s: %s: %s", sel, what, list);
    free(list);
    return -1;
}

static int by_name(const prof_devices *d, const char *sel, lp_err *e) {
    bool *match = lp_alloc(d->n, sizeof *match);
    int found = -1, n = 0;
    for (size_t i = 0; i < d->n; i++) {
        match[i] = strcasestr(d->v[i].name, sel) != NULL;
        n += match[i];
        if (match[i]) found = (int)i;
    }
    if (n == 0) found = fail_listing(d, NULL, e, "no device has that name; there are", sel);
    if (n > 1)
        found = fail_listing(d, match, e, "several devices match, give the index of one", sel);
    free(match);
    return found;
}

static int by_default(const prof_devices *d, bool *fallback) {
    int i = first_of(d, "gpu");
    *fallback = i < 0;
    if (i < 0) i = first_of(d, "cpu");
    return i < 0 ? 0 : i;
}

int prof_select(const prof_devices *d, const char *sel, bool *fallback, lp_err *e) {
    *fallback = false;
    if (d->n == 0)
        return lp_fail(e, "no OpenCL device: install a driver, such as the package pocl-opencl-icd "
                          "for the CPU or your GPU vendor's; `clinfo -l` lists what is found");
    if (!sel) return by_default(d, fallback);
    long long index;
    if (strcmp(sel, "gpu") == 0 || strcmp(sel, "cpu") == 0) {
        int i = first_of(d, sel);
        return i >= 0 ? i : fail_listing(d, NULL, e, "no such device; there are", sel);
    }
    if (lp_parse_i64(sel, &index)) {
        if (index >= 0 && index < (long long)d->n) return (int)index;
        return fail_listing(d, NULL, e, "no such index; there are", sel);
    }
    if (!*sel) return fail_listing(d, NULL, e, "empty; there are", "''");
    return by_name(d, sel, e);
}
