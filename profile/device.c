/* The table of device properties, and devices to and from JSON, for people, as rows.
 *
 * In: prof_device. Out: JSON, text, db_device. Calls no OpenCL: query.c does, in the worker. */
#include "profile/device.h"

#include <CL/cl.h>
#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(prof_device, field)

const prof_property prof_properties[] = {
    {"platform", AT(platform), 0, PROF_PROP_TEXT},
    {"name", AT(name), CL_DEVICE_NAME, PROF_PROP_TEXT},
    {"vendor", AT(vendor), CL_DEVICE_VENDOR, PROF_PROP_TEXT},
    {"version", AT(version), CL_DEVICE_VERSION, PROF_PROP_TEXT},
    {"driver", AT(driver), CL_DRIVER_VERSION, PROF_PROP_TEXT},
    {"compute_units", AT(compute_units), CL_DEVICE_MAX_COMPUTE_UNITS, PROF_PROP_UINT},
    {"max_work_group", AT(max_work_group), CL_DEVICE_MAX_WORK_GROUP_SIZE, PROF_PROP_SIZE},
    {"local_mem_bytes", AT(local_mem_bytes), CL_DEVICE_LOCAL_MEM_SIZE, PROF_PROP_ULONG},
    {"global_mem_bytes", AT(global_mem_bytes), CL_DEVICE_GLOBAL_MEM_SIZE, PROF_PROP_ULONG},
    {"max_alloc_bytes", AT(max_alloc_bytes), CL_DEVICE_MAX_MEM_ALLOC_SIZE, PROF_PROP_ULONG},
    {"max_constant_bytes", AT(max_constant_bytes), CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE,
     PROF_PROP_ULONG},
    {"cache_bytes", AT(cache_bytes), CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, PROF_PROP_ULONG},
    {"clock_mhz", AT(clock_mhz), CL_DEVICE_MAX_CLOCK_FREQUENCY, PROF_PROP_UINT},
    {"resolution_ns", AT(resolution_ns), CL_DEVICE_PROFILING_TIMER_RESOLUTION, PROF_PROP_SIZE},
    {"fp64", AT(fp64), CL_DEVICE_DOUBLE_FP_CONFIG, PROF_PROP_FLAG},
};
const size_t prof_n_properties = sizeof prof_properties / sizeof *prof_properties;

void prof_devices_free(prof_devices *d) {
    free(d->v);
    *d = (prof_devices){0};
}

int64_t prof_number(const prof_device *d, const prof_property *p) {
    int64_t v;
    memcpy(&v, (const char *)d + p->offset, sizeof v);
    return v;
}

void prof_set_number(prof_device *d, const prof_property *p, int64_t v) {
    memcpy((char *)d + p->offset, &v, sizeof v);
}

json_t *prof_device_json(const prof_device *d, size_t index) {
    json_t *j = json_object();
    json_object_set_new(j, "index", json_integer((json_int_t)index));
    json_object_set_new(j, "type", json_string(d->type));
    for (size_t i = 0; i < prof_n_properties; i++) {
        const prof_property *p = &prof_properties[i];
        json_t *v;
        if (p->kind == PROF_PROP_TEXT)
            v = json_string((const char *)d + p->offset);
        else if (p->kind == PROF_PROP_FLAG)
            v = json_boolean(prof_number(d, p));
        else
            v = json_integer(prof_number(d, p));
        json_object_set_new(j, p->key, v);
    }
    return j;
}

static void copy_text(char *dst, size_t cap, const char *s) {
    size_t n = strlen(s);
    if (n >= cap) n = cap - 1;
    memcpy(dst, s, n);
    dst[n] = '\0';
}

static bool known_type(const char *t) {
    return strcmp(t, "gpu") == 0 || strcmp(t, "cpu") == 0 || strcmp(t, "accelerator") == 0;
}

int prof_device_from_json(const json_t *j, prof_device *d, lp_err *e) {
    *d = (prof_device){.handle = NULL};
    copy_text(d->type, sizeof d->type, lp_json_str(j, "type", ""));
    for (size_t i = 0; i < prof_n_properties; i++) {
        const prof_property *p = &prof_properties[i];
        if (p->kind == PROF_PROP_TEXT)
            copy_text((char *)d + p->offset, PROF_TEXT, lp_json_str(j, p->key, ""));
        else if (p->kind == PROF_PROP_FLAG)
            prof_set_number(d, p, json_is_true(json_object_get(j, p->key)));
        else
            prof_set_number(d, p, lp_json_i64(j, p->key, 0));
    }
    if (!d->name[0] || !known_type(d->type) || d->compute_units < 1)
        return lp_fail(e, "the driver describes a device without name, type or compute units");
    return 0;
}

void prof_device_print(FILE *out, const prof_device *d, size_t index) {
    fprintf(
        out,
        "%zu  %s  %s  (%lld compute units, %.1f GiB, local memory %lld KiB; %s, %s, driver %s)\n",
        index, d->type, d->name, (long long)d->compute_units,
        (double)d->global_mem_bytes / (1 << 30), (long long)d->local_mem_bytes / 1024, d->platform,
        d->version, d->driver);
}

db_device prof_device_row(prof_device *d) {
    return (db_device){.platform = d->platform,
                       .name = d->name,
                       .vendor = d->vendor,
                       .version = d->version,
                       .driver = d->driver,
                       .type = d->type,
                       .compute_units = d->compute_units,
                       .max_work_group = d->max_work_group,
                       .local_mem_bytes = d->local_mem_bytes,
                       .global_mem_bytes = d->global_mem_bytes,
                       .max_alloc_bytes = d->max_alloc_bytes,
                       .clock_mhz = d->clock_mhz,
                       .fp64 = d->fp64 != 0,
                       .advertised_resolution_ns = d->resolution_ns};
}
