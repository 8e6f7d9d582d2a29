/* The table of reasons. */
#include "analyze/reason.h"

#include "common/error.h"

static const struct {
    const char *code, *text;
} reasons[AN_N_REASONS] = {
    [AN_OK] = {"ok", "used"},
    [AN_UNREADABLE] = {"unreadable", "file cannot be read, is too long or is no text"},
    [AN_PREPROCESS] = {"preprocess",
                       "file has a bad directive, a missing include or too much nesting"},
    [AN_SYNTAX] = {"syntax", "file does not compile"},
    [AN_NO_KERNEL] = {"no-kernel", "file without a kernel function"},
    [AN_HELD_OUT] = {"held-out", "held out, and no part of the corpus"},
    [AN_DUPLICATE] = {"duplicate", "same source as another kernel"},
    [AN_DIMS] = {"dimensions", "uses more than one dimension"},
    [AN_IMAGE] = {"image-argument", "image, sampler or pipe argument"},
    [AN_STRUCT_ARG] = {"struct-argument", "struct passed by value"},
    [AN_POINTER_ARG] = {"pointer-argument", "pointer to something without a size"},
    [AN_INDIRECT] = {"indirect-index", "an index from memory has no bound"},
    [AN_OPAQUE] = {"opaque-index", "an index could not be expressed"},
    [AN_NEGATIVE] = {"negative-index", "an index may be negative"},
    [AN_LOOP] = {"unbounded-loop", "a loop has no bound"},
    [AN_BARRIER] = {"divergent-barrier", "a barrier that not all work-items reach"},
    [AN_UNSUPPORTED] = {"unsupported", "a construct that is not supported"},
};

static int checked(an_reason r) {
    if ((int)r < 0 || r >= AN_N_REASONS) LP_BUG("reason %d", (int)r);
    return (int)r;
}

const char *an_reason_code(an_reason r) {
    return reasons[checked(r)].code;
}

const char *an_reason_text(an_reason r) {
    return reasons[checked(r)].text;
}
