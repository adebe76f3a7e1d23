/*
 * Faults of a machine, for the tests: loaded before the program by LD_PRELOAD.
 *
 * FAULT_SHADOW=DIR  keeps in DIR, under their own names, the content of database files (*.db, *.db-wal, *.db-journal) as
 *                   it was at their last fsync. After the program was killed these files are what a disk has kept that
 *                   drops everything it was not told to keep.
 * FAULT_LIE=1       a disk that says it keeps what it does not: fsync does nothing for the shadow after the first
 *                   write. It shows that the test can fail.
 * FAULT_CLOCK=FILE  the file holds a number of seconds that the system clock (not the monotonic clock) is
 *                   wrong by; it is read at every look at the clock.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int ends_with(const char *text, const char *end) {
    size_t a = strlen(text), b = strlen(end);
    return a >= b && strcmp(text + a - b, end) == 0;
}

/* Where the shadow of an open file is; 0 if it has none. */
static int shadow_of(int fd, char *out, size_t size) {
    const char *dir = getenv("FAULT_SHADOW");
    if (!dir) return 0;
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    if (!ends_with(path, ".db") && !ends_with(path, ".db-wal") && !ends_with(path, ".db-journal")) return 0;
    const char *name = strrchr(path, '/');
    snprintf(out, size, "%s/%s", dir, name ? name + 1 : path);
    return 1;
}

/* The file is kept as it is now, whole or not at all. */
static void keep(int fd) {
    char path[4200], fresh[4300];
    if (!shadow_of(fd, path, sizeof path)) return;
    if (getenv("FAULT_LIE") && access(path, F_OK) == 0) return;
    snprintf(fresh, sizeof fresh, "%s.fresh", path);
    pthread_mutex_lock(&lock);
    int out = open(fresh, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    if (out >= 0) {
        static char buffer[1 << 16];
        off_t at = 0;
        ssize_t got;
        while ((got = pread(fd, buffer, sizeof buffer, at)) > 0) {
            if (write(out, buffer, got) != got) abort();
            at += got;
        }
        close(out);
        if (rename(fresh, path) != 0) abort();
    }
    pthread_mutex_unlock(&lock);
}

int fsync(int fd) {
    int done = syscall(SYS_fsync, fd);
    if (done == 0) keep(fd);
    return done;
}

int fdatasync(int fd) {
    int done = syscall(SYS_fdatasync, fd);
    if (done == 0) keep(fd);
    return done;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int done = syscall(SYS_clock_gettime, clock, time);
    const char *file = getenv("FAULT_CLOCK");
    if (done == 0 && clock == CLOCK_REALTIME && file) {
        int fd = open(file, O_RDONLY | O_CLOEXEC);
        if (fd >= 0) {
            char text[32] = {0};
            if (read(fd, text, sizeof text - 1) > 0) time->tv_sec += atoll(text);
            close(fd);
        }
    }
    return done;
}
