// What the run has shown, for the process that has started it (src/native/run.cpp), and for a debugger.
//
// A line has a word and fields that tabs separate. Places are numbers of heddlePlaces.
#define _GNU_SOURCE
#include "shim.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <ucontext.h>
#include <unistd.h>

static int file = -1;

__attribute__((format(printf, 1, 2))) static void line(const char *format, ...) {
  char text[2048];
  va_list arguments;
  va_start(arguments, format);
  const int size = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  const size_t length = size < 0 ? 0 : (size_t)size < sizeof text ? (size_t)size : sizeof text - 1;
  if (file >= 0 && write(file, text, length) < 0)
    file = -1;
}

static void leave(void) __attribute__((noreturn));
static void leave(void) {
  fflush(NULL);
  _exit(0);
}

// A debugger stops here, with the violation ahead of the calling thread, and goes up by this number of frames to the
// user's code.
unsigned heddleFrames;
__attribute__((noinline)) void heddleAhead(void) { __asm__ volatile(""); }

void heddleViolation(enum property property, unsigned place, unsigned other, const char *text) {
  heddleFrames = heddleFramesToUser() + 1;
  heddleAhead();
  line("violation\t%u\t%u\t%u\t%u\t%s\n", heddleSelf, property, place, other, text);
  leave();
}

static bool isDeadlocked(unsigned thread) {
  for (unsigned i = 0; i < heddleDeadlockedCount; ++i)
    if (heddleDeadlocked[i] == thread)
      return true;
  return heddleDeadlockedCount == 0;
}

void heddleDeadlock(void) {
  heddleFrames = heddleFramesToUser() + 1;
  heddleAhead();
  for (unsigned i = 0; i < MOST_THREADS; ++i) {
    const struct thread *const thread = &heddleThreads[i];
    if (thread->status == ACTIVE && isDeadlocked(i))
      line("waits\t%u\t%u\t%d\n", i, thread->waitsAt,
           thread->waits.kind == THREAD_ENDED ? (int)thread->waits.thread : -1);
  }
  line("deadlock\n");
  leave();
}

void heddleMissed(const struct turn *turn, const char *reason) {
  line("missed\t%u\t%u\t%u\t%s\n", turn->step, turn->thread, turn->place, reason);
}

void heddleNote(const char *text) { line("note\t%s\n", text); }

void heddleFinish(const char *how) {
  line("finished\t%u\t%s\n", heddleSelf, how);
  leave();
}

// A call through a pointer to no function has left its return address on the stack. Any other crash is at the access
// that was announced last.
static unsigned placeOfCrash(const ucontext_t *context) {
  const unsigned accessed = heddleThreads[heddleSelf].accessAt;
#ifdef __x86_64__
  const char *const instruction = (const char *)context->uc_mcontext.gregs[REG_RIP];
  extern char __executable_start[], etext[];
  const unsigned caller = heddlePlaceOf(*(void **)context->uc_mcontext.gregs[REG_RSP]);
  if ((instruction < __executable_start || instruction >= etext) && caller != NO_PLACE)
    return caller;
#else
  (void)context;
#endif
  return accessed == NO_PLACE || heddlePlaces[accessed].isModel ? heddleUserPlace() : accessed;
}

static void crash(int signal, siginfo_t *info, void *context) {
  (void)info;
  const unsigned place = placeOfCrash(context);
  line("crash\t%u\t%u\t%s\n", heddleSelf, place, strsignal(signal));
  _exit(0);
}

// Runs after the handlers that the program has registered.
static void atEnd(void) {
  heddlePoint();
  heddleCheckLeaks();
  line("finished\t%u\tended\n", heddleSelf);
}

__attribute__((constructor)) static void begin(void) {
  const char *const path = getenv("HEDDLE_NATIVE_REPORT");
  if (path != NULL) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); // without Heddle, nothing limits the run
    file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  }
  static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  for (unsigned i = 0; i < sizeof signals / sizeof *signals && getenv("HEDDLE_NATIVE_DEBUGGER") == NULL; ++i)
    sigaction(signals[i], &(struct sigaction){.sa_sigaction = crash, .sa_flags = SA_SIGINFO}, NULL);
  atexit(atEnd);
}
