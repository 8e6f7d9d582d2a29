/* Confinement of writes by Landlock (Linux kernel documentation, userspace-api/landlock).
 *
 * In: folders. Out: a restricted process. Reading stays free: drivers load their libraries from
 * anywhere. */
#include "profile/confine.h"

#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#endif

#if defined(LANDLOCK_ACCESS_FS_REFER) && defined(SYS_landlock_create_ruleset)

static const uint64_t writes =
    LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
    LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
    LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
    LANDLOCK_ACCESS_FS_MAKE_SYM | LANDLOCK_ACCESS_FS_REFER;

/* The first version denies every rename from folder to folder, which drivers' caches live by. */
enum { ABI_MIN = 2 };

/* A folder that is not there needs no permission. */
static bool allow(int rules, const char *folder) {
    int fd = open(folder, O_PATH | O_CLOEXEC);
    if (fd < 0) return true;
    struct landlock_path_beneath_attr rule = {.allowed_access = writes, .parent_fd = fd};
    long rc = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(fd);
    return rc == 0;
}

bool prof_confine_writes(const char *const *folders, size_t n) {
    static const char *const always[] = {"/dev", "/proc"};
    struct landlock_ruleset_attr attr = {.handled_access_fs = writes};
    if (syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) < ABI_MIN)
        return false;
    int rules = (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof attr, 0);
    if (rules < 0) return false;
    bool ok = true;
    for (size_t i = 0; i < sizeof always / sizeof *always; i++) ok = ok && allow(rules, always[i]);
    for (size_t i = 0; i < n; i++) ok = ok && (!folders[i] || allow(rules, folders[i]));
    ok = ok && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    close(rules);
    return ok;
}

#else

bool prof_confine_writes(const char *const *folders, size_t n) {
    (void)folders;
    (void)n;
    return false;
}

#endif
