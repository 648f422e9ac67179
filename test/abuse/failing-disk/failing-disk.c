/* Loaded before the C library: makes writes and syncs of one file and the files next to it fail on request. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Shared with the process that controls the disk: the fields have the same order as in disk-control.ts. */
struct control {
  volatile int32_t is_armed;
  volatile int32_t fails_at;
  volatile int32_t for_ever;
  volatile int32_t error; /* 0 ends the process with SIGKILL. */
  volatile int32_t calls;
  volatile int32_t faults;
};

static struct control *control;
static const char *watched;

__attribute__((constructor)) static void open_control(void) {
  const char *path = getenv("TILLDESK_FAULT_CONTROL");
  watched = getenv("TILLDESK_FAULT_FILE");
  if (path == NULL || watched == NULL) return;
  int fd = open(path, O_RDWR);
  if (fd < 0) return;
  void *shared = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (shared != MAP_FAILED) control = shared;
}

static int is_watched(int fd) {
  char link[64];
  char path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strncmp(path, watched, strlen(watched)) == 0;
}

static int fails(int fd) {
  if (control == NULL || !control->is_armed || !is_watched(fd)) return 0;
  int32_t call = ++control->calls;
  if (call < control->fails_at || (call > control->fails_at && !control->for_ever)) return 0;
  control->faults++;
  if (control->error == 0) raise(SIGKILL);
  errno = control->error;
  return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *bytes, size_t count) { return fails(fd) ? -1 : REAL(write)(fd, bytes, count); }
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
  return fails(fd) ? -1 : REAL(pwrite)(fd, bytes, count, at);
}
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
  return fails(fd) ? -1 : REAL(pwrite64)(fd, bytes, count, at);
}
int fsync(int fd) { return fails(fd) ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return fails(fd) ? -1 : REAL(fdatasync)(fd); }
int ftruncate(int fd, off_t length) { return fails(fd) ? -1 : REAL(ftruncate)(fd, length); }
int ftruncate64(int fd, off64_t length) { return fails(fd) ? -1 : REAL(ftruncate64)(fd, length); }
