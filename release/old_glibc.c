// What gcc 12's static libraries and mtgauge take from glibc, and glibc 2.17 lacks. Hidden, so that
// other libraries of a process keep their own.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#pragma GCC visibility push(hidden)

// Whether a process has one thread is not known here, so atomics are always used (glibc 2.32).
char __libc_single_threaded = 0;

// Before Linux 3.17, a nameless file of the folder for temporary files.
int memfd_create(const char* name, unsigned flags) {
  const long made = syscall(SYS_memfd_create, name, flags);
  if (made >= 0 || errno != ENOSYS) return (int)made;
  char path[] = "/tmp/mtgauge-XXXXXX";
  const int file = mkostemp(path, O_CLOEXEC);
  if (file >= 0) unlink(path);
  return file;
}

// Before Linux 3.17, from the device.
int getentropy(void* to, size_t bytes) {
  char* next = to;
  int device = -1;
  while (bytes != 0) {
    long got = device >= 0 ? read(device, next, bytes) : syscall(SYS_getrandom, next, bytes, 0);
    if (got < 0 && errno == ENOSYS && device < 0) {
      device = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
      if (device < 0) return -1;
      continue;
    }
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    next += got;
    bytes -= (size_t)got;
  }
  if (device >= 0) close(device);
  return bytes == 0 ? 0 : -1;
}

uint32_t arc4random(void) {
  uint32_t value = 0;
  if (getentropy(&value, sizeof value) != 0) __builtin_trap();
  return value;
}

// libstdc++ waits by CLOCK_MONOTONIC; if somebody sets the clock, the end of the wait moves with it.
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const struct timespec* end) {
  const int64_t second = 1000000000;
  struct timespec now, real;
  clock_gettime(clock, &now);
  clock_gettime(CLOCK_REALTIME, &real);
  int64_t left = (end->tv_sec - now.tv_sec) * second + (end->tv_nsec - now.tv_nsec);
  if (left < 0) left = 0;
  left += real.tv_nsec;
  real.tv_sec += left / second;
  real.tv_nsec = left % second;
  return pthread_cond_timedwait(condition, mutex, &real);
}

// The unwinder asks for the object that has an address (glibc 2.35).
struct Sought {
  uintptr_t address;
  struct dl_find_object* found;
};

static int Visit(struct dl_phdr_info* object, size_t size, void* data) {
  (void)size;
  const struct Sought* sought = data;
  uintptr_t low = UINTPTR_MAX, high = 0, frames = 0;
  int here = 0;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)* header = object->dlpi_phdr + i;
    const uintptr_t begin = object->dlpi_addr + header->p_vaddr;
    const uintptr_t end = begin + header->p_memsz;
    if (header->p_type == PT_GNU_EH_FRAME) frames = begin;
    if (header->p_type != PT_LOAD) continue;
    if (sought->address >= begin && sought->address < end) here = 1;
    if (begin < low) low = begin;
    if (end > high) high = end;
  }
  if (!here || frames == 0) return 0;
  memset(sought->found, 0, sizeof *sought->found);
  sought->found->dlfo_map_start = (void*)low;
  sought->found->dlfo_map_end = (void*)high;
  sought->found->dlfo_eh_frame = (void*)frames;
  return 1;
}

int _dl_find_object(void* address, struct dl_find_object* found) {
  struct Sought sought = {(uintptr_t)address, found};
  return dl_iterate_phdr(Visit, &sought) == 1 ? 0 : -1;
}

// Destructors of thread_local objects (glibc 2.18): a list for each thread, last one first. Those of
// the main thread run at exit.
struct Destructor {
  void (*run)(void*);
  void* object;
  struct Destructor* next;
};
static pthread_key_t of_thread;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void RunAll(void* list) {
  for (struct Destructor* next = list; next != NULL;) {
    struct Destructor* const one = next;
    next = one->next;
    one->run(one->object);
    free(one);
  }
}

static void RunAtExit(void) {
  for (void* list; (list = pthread_getspecific(of_thread)) != NULL;) {
    pthread_setspecific(of_thread, NULL);
    RunAll(list);
  }
}

static void MakeKey(void) {
  pthread_key_create(&of_thread, RunAll);
  atexit(RunAtExit);
}

int __cxa_thread_atexit_impl(void (*run)(void*), void* object, void* library) {
  (void)library;
  pthread_once(&once, MakeKey);
  struct Destructor* const one = malloc(sizeof *one);
  if (one == NULL) return -1;
  one->run = run;
  one->object = object;
  one->next = pthread_getspecific(of_thread);
  return pthread_setspecific(of_thread, one);
}
