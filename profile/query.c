/* OpenCL device query, driven by the table of device.c.
 *
 * In: the installed OpenCL drivers. Out: prof_devices. Chooses nothing. */
#include "profile/query.h"

/* clGetExtensionFunctionAddress: the loader itself is asked, which belongs to no platform. */
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#include <CL/cl.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "profile/clerr.h"

enum { MAX_PLATFORMS = 64, MAX_DEVICES = 256, NO_PLATFORM_KHR = -1001 };

/* As ocl-icd, and after it Khronos' loader, define it. */
typedef cl_int loader_info(cl_uint what, size_t size, void *value, size_t *size_ret);
enum { LOADER_VERSION = 2, LOADER_VENDOR = 4 };

const char *prof_loader_version(void) {
    static char text[128];
    char vendor[48] = "", version[48] = "";
    loader_info *ask = NULL;
    /* A driver may hang or crash when it is loaded: let the loader find none. */
    setenv("OCL_ICD_VENDORS", "/dev/null", 1);
    void *found = clGetExtensionFunctionAddress("clGetICDLoaderInfoOCLICD");
    memcpy(&ask, &found, sizeof ask);
    if (ask && ask(LOADER_VENDOR, sizeof vendor - 1, vendor, NULL) == CL_SUCCESS &&
        ask(LOADER_VERSION, sizeof version - 1, version, NULL) == CL_SUCCESS)
        snprintf(text, sizeof text, "%s (%s)", version, vendor);
    return *text ? text : "unknown";
}

/* Printable ASCII without outer blanks: drivers pad names, and JSON wants UTF-8. */
static void tidy(char *dst, const char *src) {
    while (isspace((unsigned char)*src)) src++;
    size_t n = 0;
    for (; n < PROF_TEXT - 1 && src[n]; n++) dst[n] = (src[n] < ' ' || src[n] > '~') ? '?' : src[n];
    while (n > 0 && dst[n - 1] == ' ') n--;
    dst[n] = '\0';
}

static int64_t clip(uint64_t v) {
    return v > INT64_MAX ? INT64_MAX : (int64_t)v;
}

/* A property that cannot be read stays 0 or empty. */
static void query_property(cl_device_id id, const prof_property *p, prof_device *d) {
    char text[1024] = "";
    cl_uint u = 0;
    cl_ulong ul = 0;
    size_t size = 0;
    switch (p->kind) {
    case PROF_PROP_TEXT:
        if (clGetDeviceInfo(id, p->cl_param, sizeof text - 1, text, NULL) == CL_SUCCESS)
            tidy((char *)d + p->offset, text);
        break;
    case PROF_PROP_UINT:
        if (clGetDeviceInfo(id, p->cl_param, sizeof u, &u, NULL) == CL_SUCCESS)
            prof_set_number(d, p, u);
        break;
    case PROF_PROP_SIZE:
        if (clGetDeviceInfo(id, p->cl_param, sizeof size, &size, NULL) == CL_SUCCESS)
            prof_set_number(d, p, clip(size));
        break;
    case PROF_PROP_ULONG:
        if (clGetDeviceInfo(id, p->cl_param, sizeof ul, &ul, NULL) == CL_SUCCESS)
            prof_set_number(d, p, clip(ul));
        break;
    case PROF_PROP_FLAG:
        if (clGetDeviceInfo(id, p->cl_param, sizeof ul, &ul, NULL) == CL_SUCCESS)
            prof_set_number(d, p, ul != 0);
        break;
    }
}

static void query_device(cl_platform_id platform, cl_device_id id, prof_device *d) {
    *d = (prof_device){.handle = id, .platform_handle = platform};
    char text[1024] = "";
    if (clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof text - 1, text, NULL) == CL_SUCCESS)
        tidy(d->platform, text);
    cl_device_type type = 0;
    clGetDeviceInfo(id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    strcpy(d->type, type & CL_DEVICE_TYPE_GPU   ? "gpu"
                    : type & CL_DEVICE_TYPE_CPU ? "cpu"
                                                : "accelerator");
    for (size_t i = 0; i < prof_n_properties; i++) {
        if (prof_properties[i].cl_param) query_property(id, &prof_properties[i], d);
    }
}

int prof_query_devices(prof_devices *out, lp_err *e) {
    *out = (prof_devices){0};
    cl_platform_id platforms[MAX_PLATFORMS];
    cl_uint n_platforms = 0;
    cl_int rc = clGetPlatformIDs(MAX_PLATFORMS, platforms, &n_platforms);
    if (rc == NO_PLATFORM_KHR) return 0;
    if (rc != CL_SUCCESS) return lp_fail(e, "clGetPlatformIDs: %s (%d)", prof_cl_name(rc), (int)rc);
    size_t cap = 0;
    for (cl_uint p = 0; p < n_platforms && p < MAX_PLATFORMS; p++) {
        cl_device_id ids[MAX_DEVICES];
        cl_uint n = 0;
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, MAX_DEVICES, ids, &n) != CL_SUCCESS)
            continue; /* a platform without devices */
        for (cl_uint i = 0; i < n && i < MAX_DEVICES; i++) {
            out->v = lp_grow(out->v, &cap, out->n + 1, sizeof *out->v);
            query_device(platforms[p], ids[i], &out->v[out->n++]);
        }
    }
    return 0;
}
