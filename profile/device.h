/* OpenCL devices as plain data: one table of properties feeds the query, the JSON and the list for
 * people. */
#ifndef LLMPERF_PROFILE_DEVICE_H
#define LLMPERF_PROFILE_DEVICE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "common/json.h"
#include "db/record.h"

enum { PROF_TEXT = 160 }; /* bytes of a property's text with its NUL; longer ones are cut */

typedef struct prof_device {
    char platform[PROF_TEXT], name[PROF_TEXT], vendor[PROF_TEXT], version[PROF_TEXT];
    char driver[PROF_TEXT];
    char type[16]; /* gpu, cpu, accelerator */
    int64_t compute_units, max_work_group, local_mem_bytes, global_mem_bytes, max_alloc_bytes;
    int64_t max_constant_bytes, cache_bytes, clock_mhz, resolution_ns, fp64;
    void *handle, *platform_handle; /* cl_device_id and cl_platform_id; NULL outside the worker */
} prof_device;

/* In the order in which OpenCL lists platforms and their devices: positions are the indices that
 * users give. */
typedef struct prof_devices {
    prof_device *v;
    size_t n;
} prof_devices;

void prof_devices_free(prof_devices *d);

typedef struct prof_property {
    const char *key;   /* of the JSON object */
    size_t offset;     /* within prof_device */
    unsigned cl_param; /* CL_DEVICE_..., 0 when it is not a plain device query */
    enum { PROF_PROP_TEXT, PROF_PROP_UINT, PROF_PROP_ULONG, PROF_PROP_SIZE, PROF_PROP_FLAG } kind;
} prof_property;
extern const prof_property prof_properties[];
extern const size_t prof_n_properties;

/* The value of a property that is no text. */
int64_t prof_number(const prof_device *d, const prof_property *p);
void prof_set_number(prof_device *d, const prof_property *p, int64_t v);

/* A new object; texts must be valid UTF-8. `index` is its position in the list. */
json_t *prof_device_json(const prof_device *d, size_t index);
/* Missing members are 0 or empty; fails when what every use needs (name, type, compute units) is
 * missing. */
int prof_device_from_json(const json_t *j, prof_device *d, lp_err *e);

/* One line for people: index, type, name, units, memory, platform. */
void prof_device_print(FILE *out, const prof_device *d, size_t index);

/* The row to store; its texts are borrowed from `d`. Observed values are 0. */
db_device prof_device_row(prof_device *d);

#endif
