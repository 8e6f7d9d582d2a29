/* Parts of workers that misbehave by script: no OpenCL is involved, so every answer and every end
 * can be had at will. */
#ifndef TESTS_PROFILE_FAKE_H
#define TESTS_PROFILE_FAKE_H

#include "campaign.h"

#include "profile/device.h"
#include "profile/protocol.h"

/* What the worker does, by the environment variable FAKE. */
static inline const char *mode(void) {
    const char *m = getenv("FAKE");
    return m ? m : "";
}

static inline bool is(const char *name) {
    return strcmp(mode(), name) == 0;
}

/* True for the first n calls of all workers, until the file `asked` is removed. */
static inline bool among_first(int n) {
    char path[128];
    snprintf(path, sizeof path, "%s/asked", getenv("TMPDIR"));
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (fd < 0 || write(fd, ".", 1) != 1) abort();
    bool among = lseek(fd, 0, SEEK_CUR) <= n;
    close(fd);
    return among;
}

static inline bool first_time(void) {
    return among_first(1);
}

static inline void say(json_t *j) {
    char *s = lp_json_text(j);
    puts(s);
    fflush(stdout);
    free(s);
    json_decref(j);
}

static inline void say_times(int64_t sample, int64_t each, int n, int64_t busy) {
    json_t *j = prof_ok_json(), *start = json_array(), *end = json_array();
    for (int i = 0; i < n; i++) {
        json_array_append_new(start, json_integer(INT64_C(1000000) * i));
        json_array_append_new(end, json_integer(INT64_C(1000000) * i + each));
    }
    json_object_set_new(j, "sample", json_integer(sample));
    json_object_set_new(j, "start", start);
    json_object_set_new(j, "end", end);
    json_object_set_new(j, "busy_ns", json_integer(busy));
    say(j);
}

static inline void say_refusal(prof_reason r, bool fatal) {
    prof_fail f;
    prof_refuse(&f, r, "as told");
    f.fatal = fatal;
    say(prof_fail_json(&f));
}

static inline void say_devices(void) {
    json_t *j = prof_ok_json(), *list = json_array();
    prof_device d = {.compute_units = 2, .name = "fake", .type = "gpu", .platform = "none"};
    json_array_append_new(list, prof_device_json(&d, 0));
    json_object_set_new(j, "devices", list);
    say(j);
}

#endif
