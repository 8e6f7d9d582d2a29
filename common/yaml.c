/* YAML text -> tree with positions, on libyaml's events.
 * Input: bytes in memory. Output: lp_yaml nodes, or one error line with line and column.
 * Does not know any key, type or default: campaign.c does. */
#include "common/yaml.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "common/text.h"
#include "common/words.h"

typedef struct reader {
    yaml_parser_t parser;
    yaml_event_t ev;
    bool have_ev;
    const char *name;
    const char *bytes;
    size_t n;
    lp_err *e;
} reader;

void lp_yaml_free(lp_yaml *y) {
    while (y) {
        lp_yaml *next = y->next;
        lp_yaml_free(y->child);
        free(y->key);
        free(y->text);
        free(y);
        y = next;
    }
}

const char *lp_yaml_kind_name(const lp_yaml *y) {
    static const char *const names[] = {"a single value", "a list", "a section"};
    return names[y->kind];
}

/* What libyaml would accept or report without a position is found before it: the first bad byte of
 * the text. */
static int check_bytes(const char *name, const char *s, size_t n, lp_err *e) {
    int line = 1;
    int col = 1;
    bool comment = false;
    if (n > LP_YAML_BYTES_MAX)
        return lp_fail(e, "%s:1:1: %zu bytes; a campaign file may have at most 1 MiB", name, n);
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c == '\n') {
            line++;
            col = 1;
            comment = false;
            continue;
        }
        if (c == '#' && (col == 1 || s[i - 1] == ' ')) comment = true;
        if (c == 0) return lp_fail(e, "%s:%d:%d: NUL byte; this is no text file", name, line, col);
        if (c == '\t' && !comment)
            return lp_fail(e, "%s:%d:%d: tab character; YAML is indented with spaces", name, line,
                           col);
        if ((c < 0x20 && c != '\t' && c != '\r') || c == 0x7f)
            return lp_fail(e, "%s:%d:%d: control character 0x%02x; remove it", name, line, col, c);
        if (c >= 0x80) {
            size_t len = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
            if (len > n - i || !lp_utf8_valid(s + i, len))
                return lp_fail(e,
                               "%s:%d:%d: byte 0x%02x is not valid UTF-8; save the file as UTF-8",
                               name, line, col, c);
            i += len - 1;
        }
        col++;
    }
    return 0;
}

static int fail_at(reader *r, yaml_mark_t at, const char *message) {
    return lp_fail(r->e, "%s:%zu:%zu: %s", r->name, at.line + 1, at.column + 1, message);
}

/* libyaml gives a byte offset instead of a position for characters that YAML forbids. */
static int reader_error(reader *r) {
    yaml_mark_t at = {0};
    for (size_t i = 0; i < r->n && i < r->parser.problem_offset; i++) {
        if (r->bytes[i] == '\n') {
            at.line++;
            at.column = 0;
        } else if (((unsigned char)r->bytes[i] & 0xc0) != 0x80) {
            at.column++;
        }
    }
    return fail_at(r, at, "character that YAML does not allow; remove it");
}

static int parser_error(reader *r) {
    const yaml_parser_t *p = &r->parser;
    if (p->error == YAML_READER_ERROR) return reader_error(r);
    const char *problem = p->problem ? p->problem : "cannot be read as YAML";
    yaml_mark_t at = p->problem_mark;
    if (p->context)
        return lp_fail(r->e, "%s:%zu:%zu: %s (%s)", r->name, at.line + 1, at.column + 1, problem,
                       p->context);
    return fail_at(r, at, problem);
}

static int next_event(reader *r) {
    if (r->have_ev) yaml_event_delete(&r->ev);
    r->have_ev = false;
    if (!yaml_parser_parse(&r->parser, &r->ev)) return parser_error(r);
    r->have_ev = true;
    return 0;
}

/* Refuses anchors and tags of the current event: a campaign needs neither, and aliases can blow up.
 */
static int plain_only(reader *r, const yaml_char_t *anchor, const yaml_char_t *tag) {
    if (anchor)
        return fail_at(r, r->ev.start_mark, "anchors (&name) are not allowed; write it out");
    if (tag) return fail_at(r, r->ev.start_mark, "tags (!name) are not allowed; remove it");
    return 0;
}

static lp_yaml *new_node(const reader *r, lp_yaml_kind kind) {
    lp_yaml *y = lp_alloc(1, sizeof *y);
    y->kind = kind;
    y->line = (int)r->ev.start_mark.line + 1;
    y->col = (int)r->ev.start_mark.column + 1;
    return y;
}

static lp_yaml *read_node(reader *r, int depth);

static lp_yaml *read_scalar(reader *r) {
    if (plain_only(r, r->ev.data.scalar.anchor, r->ev.data.scalar.tag)) return NULL;
    const char *text = (const char *)r->ev.data.scalar.value;
    if (strlen(text) != r->ev.data.scalar.length) {
        fail_at(r, r->ev.start_mark, "NUL character in a string; remove it");
        return NULL;
    }
    lp_yaml *y = new_node(r, LP_YAML_SCALAR);
    y->text = lp_strdup(text);
    y->plain = r->ev.data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    return y;
}

static lp_yaml *read_list(reader *r, int depth) {
    if (plain_only(r, r->ev.data.sequence_start.anchor, r->ev.data.sequence_start.tag)) return NULL;
    lp_yaml *list = new_node(r, LP_YAML_LIST);
    lp_yaml **tail = &list->child;
    for (int n = 0;; n++) {
        if (next_event(r)) break;
        if (r->ev.type == YAML_SEQUENCE_END_EVENT) return list;
        if (n >= LP_YAML_LIST_MAX) {
            fail_at(r, r->ev.start_mark, "list of more than 10000 items; shorten it");
            break;
        }
        *tail = read_node(r, depth + 1);
        if (!*tail) break;
        tail = &(*tail)->next;
    }
    lp_yaml_free(list);
    return NULL;
}

/* Takes the key from the current event into `entry`'s place holder; -1 when it is no fresh string.
 */
static int read_key(reader *r, const lp_yaml *map, lp_yaml *key) {
    if (r->ev.type != YAML_SCALAR_EVENT)
        return fail_at(r, r->ev.start_mark, "a key must be a plain word");
    lp_yaml *y = read_scalar(r);
    char shown[LP_WORD_SHOWN];
    if (!y) return -1;
    *key = *y;
    free(y);
    for (const lp_yaml *c = map->child; c; c = c->next)
        if (strcmp(c->key, key->text) == 0)
            return lp_fail(r->e, "%s:%d:%d: key `%s` is given twice, first in line %d; keep one",
                           r->name, key->line, key->col, lp_word_show(key->text, shown),
                           c->key_line);
    return 0;
}

static lp_yaml *read_entry(reader *r, const lp_yaml *map, int depth) {
    lp_yaml key = {0};
    lp_yaml *value = NULL;
    if (read_key(r, map, &key) == 0 && next_event(r) == 0) value = read_node(r, depth + 1);
    if (!value) {
        free(key.text);
        return NULL;
    }
    value->key = key.text;
    value->key_line = key.line;
    value->key_col = key.col;
    return value;
}

static lp_yaml *read_map(reader *r, int depth) {
    if (plain_only(r, r->ev.data.mapping_start.anchor, r->ev.data.mapping_start.tag)) return NULL;
    lp_yaml *map = new_node(r, LP_YAML_MAP);
    lp_yaml **tail = &map->child;
    for (int n = 0;; n++) {
        if (next_event(r)) break;
        if (r->ev.type == YAML_MAPPING_END_EVENT) return map;
        if (n >= LP_YAML_MAP_MAX) {
            fail_at(r, r->ev.start_mark, "more than 1000 keys in one section");
            break;
        }
        *tail = read_entry(r, map, depth);
        if (!*tail) break;
        tail = &(*tail)->next;
    }
    lp_yaml_free(map);
    return NULL;
}

static lp_yaml *read_node(reader *r, int depth) {
    if (depth > LP_YAML_DEPTH) {
        fail_at(r, r->ev.start_mark, "nested too deeply; a campaign has at most three levels");
        return NULL;
    }
    switch (r->ev.type) {
    case YAML_SCALAR_EVENT:
        return read_scalar(r);
    case YAML_SEQUENCE_START_EVENT:
        return read_list(r, depth);
    case YAML_MAPPING_START_EVENT:
        return read_map(r, depth);
    case YAML_ALIAS_EVENT:
        fail_at(r, r->ev.start_mark, "aliases (*name) are not allowed; write it out");
        return NULL;
    default:
        fail_at(r, r->ev.start_mark, "value expected");
        return NULL;
    }
}

/* Reads two events; the second is current then. */
static int skip_two(reader *r) {
    int rc = next_event(r);
    return rc ? rc : next_event(r);
}

static lp_yaml *read_document(reader *r) {
    if (skip_two(r)) return NULL; /* the stream starts, the document starts */
    if (r->ev.type == YAML_STREAM_END_EVENT) {
        lp_fail(r->e, "%s:1:1: nothing in it; `llmperf config check --defaults` prints a template",
                r->name);
        return NULL;
    }
    if (next_event(r)) return NULL;
    lp_yaml *root = read_node(r, 0);
    if (!root) return NULL;
    if (skip_two(r)) goto bad; /* the document ends, the stream ends */
    if (r->ev.type == YAML_STREAM_END_EVENT) return root;
    fail_at(r, r->ev.start_mark, "a second document; a campaign is one document");
bad:
    lp_yaml_free(root);
    return NULL;
}

lp_yaml *lp_yaml_parse(const char *name, const char *bytes, size_t n, lp_err *e) {
    static const char bom[] = "\xef\xbb\xbf"; /* libyaml counts it as a column of the first line */
    if (n >= 3 && memcmp(bytes, bom, 3) == 0) {
        bytes += 3;
        n -= 3;
    }
    reader r = {.name = name, .bytes = bytes, .n = n, .e = e};
    if (check_bytes(name, bytes, n, e)) return NULL;
    if (!yaml_parser_initialize(&r.parser)) LP_BUG("no memory for a YAML parser");
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)bytes, n);
    yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
    lp_yaml *root = read_document(&r);
    if (r.have_ev) yaml_event_delete(&r.ev);
    yaml_parser_delete(&r.parser);
    return root;
}
