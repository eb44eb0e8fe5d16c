// What a program can ask about itself and its users. Names and settings of processes have no effect on the model.
#include "heddle.h"

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

enum { LARGEST_PROCESS = 4194304 }; // on Linux

// The same number in each call.
static int process;
static int chosenOnce(int *number) {
  __heddle_atomic_begin();
  int known = __atomic_load_n(number, __ATOMIC_RELAXED);
  if (known == 0) {
    // Larger than the handle of any thread, so that no thread but main has the number of the process.
    known = HEDDLE_MOST_HANDLES + (int)(__VERIFIER_nondet_uint() % (LARGEST_PROCESS - HEDDLE_MOST_HANDLES));
    __atomic_store_n(number, known, __ATOMIC_RELAXED);
  }
  __heddle_atomic_end();
  return known;
}

int getpid(void) { return chosenOnce(&process); }

// The number of a thread differs from those of all others; that of main is the number of the process.
int gettid(void) {
  const int self = __heddle_self();
  return self == 1 ? getpid() : self;
}

int getppid(void) { return 1 + (int)(__VERIFIER_nondet_uint() % (LARGEST_PROCESS - 1)); }

// Names of threads, and settings of the process.
int prctl(int option, ...) {
  enum { SET_DEATH_SIGNAL = 1, SET_DUMPABLE = 4, SET_NAME = 15, SET_TIMER_SLACK = 29 };
  if (option != SET_DEATH_SIGNAL && option != SET_DUMPABLE && option != SET_NAME && option != SET_TIMER_SLACK)
    __heddle_unsupported("this operation of prctl");
  return 0;
}

int isatty(int file) {
  (void)file;
  return __VERIFIER_nondet_uint() % 2 != 0;
}

// Of the machine: pages as those of mmap, and any number of processors, which may change.
enum { PAGE_SIZE = 4096, MOST_PROCESSORS = 8192 };

static int processors(void) { return 1 + (int)(__VERIFIER_nondet_uint() % MOST_PROCESSORS); }

int getpagesize(void) { return PAGE_SIZE; }
int get_nprocs(void) { return processors(); }
int get_nprocs_conf(void) { return processors(); }

long sysconf(int name) {
  enum { CLOCK_TICKS = 2, SIZE_OF_PAGE = 30, CONFIGURED_PROCESSORS = 83, ONLINE_PROCESSORS = 84 };
  switch (name) {
  case CLOCK_TICKS:
    return 100;
  case SIZE_OF_PAGE:
    return PAGE_SIZE;
  case CONFIGURED_PROCESSORS:
  case ONLINE_PROCESSORS:
    return processors();
  default:
    __heddle_unsupported("this limit of sysconf");
  }
  return -1;
}
