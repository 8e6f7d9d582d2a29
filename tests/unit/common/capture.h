/* Test helper: what a call writes to a standard stream, as text. Include after cmocka.h.
 *
 *     capture c = capture_begin(stderr);
 *     lp_error("x");
 *     char *text = capture_end(&c);   // free it
 */
#ifndef TEST_CAPTURE_H
#define TEST_CAPTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct capture {
    FILE *stream, *file;
    int saved;
} capture;

static inline capture capture_begin(FILE *stream) {
    fflush(stream);
    capture c = {.stream = stream, .file = tmpfile(), .saved = dup(fileno(stream))};
    if (!c.file || c.saved < 0 || dup2(fileno(c.file), fileno(stream)) < 0) abort();
    return c;
}

static inline char *capture_end(capture *c) {
    fflush(c->stream);
    dup2(c->saved, fileno(c->stream));
    close(c->saved);
    long n = fseek(c->file, 0, SEEK_END) == 0 ? ftell(c->file) : -1;
    if (n < 0) abort();
    char *text = calloc((size_t)n + 1, 1);
    if (!text || fseek(c->file, 0, SEEK_SET) != 0 ||
        fread(text, 1, (size_t)n, c->file) != (size_t)n)
        abort();
    fclose(c->file);
    return text;
}

#endif
