// The intrinsics of src/runtime/heddle.h, for library models that run on the machine, and what the program calls that
// the front end gives a meaning: assertions, assumptions and inputs.
#define _GNU_SOURCE
#include "shim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct thread *self(void) { return &heddleThreads[heddleSelf]; }

// Atomic blocks.

void __heddle_atomic_begin(void) {
  heddlePoint();
  ++self()->blocks;
}

void __heddle_atomic_end(void) {
  if (self()->blocks != 0)
    --self()->blocks;
}

void __VERIFIER_atomic_begin(void) { __heddle_atomic_begin(); }
void __VERIFIER_atomic_end(void) { __heddle_atomic_end(); }

enum { ACQUIRE = 2 };

static void beginWhen(struct condition condition, size_t size, const void *caller) {
  heddleWait(condition);
  ++self()->blocks;
  heddleOrderAccess(condition.word, size, false, true, heddlePlaceOf(caller));
  heddleOrderLoad(condition.word, ACQUIRE);
}

void __heddle_begin_when_equal(const int *word, int value) {
  beginWhen((struct condition){WORD_IN, word, {(unsigned)value}, 1, 0}, sizeof *word, __builtin_return_address(0));
}

int __heddle_begin_when_either(const int *word, int first, int second) {
  beginWhen((struct condition){WORD_IN, word, {(unsigned)first, (unsigned)second}, 2, 0}, sizeof *word,
            __builtin_return_address(0));
  return *word;
}

int __heddle_begin_when_one_of(const int *word, int first, int second, int third) {
  beginWhen((struct condition){WORD_IN, word, {(unsigned)first, (unsigned)second, (unsigned)third}, 3, 0}, sizeof *word,
            __builtin_return_address(0));
  return *word;
}

int __heddle_begin_when_not(const int *word, int value) {
  beginWhen((struct condition){WORD_NOT, word, {(unsigned)value}, 1, 0}, sizeof *word, __builtin_return_address(0));
  return *word;
}

void __heddle_begin_when_clear(const unsigned long long *word, unsigned long long mask) {
  beginWhen((struct condition){WORD_CLEAR, word, {mask}, 1, 0}, sizeof *word, __builtin_return_address(0));
}

void __heddle_sync(int kind, const void *object) {
  (void)kind, (void)object;
  heddleSynchronised();
}

// Threads.

int __heddle_self(void) { return (int)heddleSelf + 1; }

unsigned long __heddle_spawn(void *(*function)(void *), void *argument) {
  heddlePoint();
  // The slot is one of the trace. Beyond it, it is the lowest that no thread of the trace has.
  unsigned long long slot = 0;
  if (!heddleHasInput("#slot", &slot)) {
    for (unsigned i = 0; i < heddleInputCount; ++i)
      if (strcmp(heddleInputs[i].name, "#slot") == 0 && heddleInputs[i].value > slot)
        slot = heddleInputs[i].value;
    for (++slot; slot + 1 < MOST_THREADS && heddleThreads[slot].status != 0;)
      ++slot;
  }
  const unsigned long handle = heddleStart(function, argument, (unsigned)slot);
  heddleSynchronised();
  return handle;
}

static unsigned joinable(unsigned long handle, const char *what) {
  if (handle == 0 || handle > MOST_THREADS || heddleThreads[handle - 1].status == 0 ||
      heddleThreads[handle - 1].isDetached)
    heddleViolation(LOCK_DISCIPLINE, heddleUserPlace(), NO_PLACE, what);
  return (unsigned)handle - 1;
}

void *__heddle_join(unsigned long handle) {
  static const char *const misuse = "join of a handle that names no joinable thread";
  heddlePoint();
  const unsigned slot = joinable(handle, misuse);
  heddleWait((struct condition){THREAD_ENDED, NULL, {0}, 0, slot});
  joinable(handle, misuse); // another thread may have detached it
  heddleOrderJoin(slot);
  heddleThreads[slot].status = 0;
  heddleSynchronised();
  return heddleThreads[slot].result;
}

void __heddle_require_result(void *result) { (void)result; }

void __heddle_detach(unsigned long handle) {
  heddlePoint();
  struct thread *const thread = &heddleThreads[joinable(handle, "detach of a handle that names no joinable thread")];
  if (thread->status == ENDED)
    thread->status = UNUSED;
  else
    thread->isDetached = true;
}

void __heddle_end_thread(void *result) { heddleEnd(result); }
void __heddle_end_program(int aborted) { heddleFinish(aborted ? "aborted" : "ended"); }
void __heddle_keep(void (*hook)(void)) { (void)hook; }
void __heddle_exit_hook(void) {}

// Memory. allocate, release and object_size are in shim_memory.c.

static void copy(void *target, const void *source, size_t size, bool isRelaxed, unsigned place) {
  heddlePoint();
  heddleCheckAccess(source, size, false, place);
  if (isRelaxed)
    heddleOrderAccess(source, size, false, true, place);
  else
    heddleOrderPlain(source, size, false, place);
  heddleEvent(READ, place);
  unsigned char value[16];
  memcpy(value, source, size);
  heddlePoint();
  heddleCheckAccess(target, size, true, place);
  if (isRelaxed)
    heddleOrderAccess(target, size, true, true, place);
  else
    heddleOrderPlain(target, size, true, place);
  heddleEvent(WRITE, place);
  memcpy(target, value, size);
}
void __heddle_copy(void *target, const void *source, int size) {
  copy(target, source, (size_t)size, false, heddlePlaceOf(__builtin_return_address(0)));
}
void __heddle_copy_relaxed(void *target, const void *source, int size) {
  copy(target, source, (size_t)size, true, heddlePlaceOf(__builtin_return_address(0)));
}

void __heddle_store_plain(void *target, unsigned long long value, int size) {
  const unsigned place = heddlePlaceOf(__builtin_return_address(0));
  heddlePoint();
  heddleCheckAccess(target, (size_t)size, true, place);
  heddleOrderAccess(target, (size_t)size, true, false, place);
  heddleEvent(WRITE, place);
  memcpy(target, &value, (size_t)size);
}

void __heddle_touch(const void *address, int size) {
  const unsigned place = heddlePlaceOf(__builtin_return_address(0));
  heddlePoint();
  heddleCheckAccess(address, (size_t)size, false, place);
  heddleOrderPlain(address, (size_t)size, false, place);
  heddleEvent(READ, place);
}

// What the front end knows.

bool __heddle_is_used(const char *function) {
  for (const char *const *used = heddleUsedFunctions; *used != NULL; ++used)
    if (strcmp(*used, function) == 0)
      return true;
  return false;
}
bool __heddle_is_constant(size_t value) {
  (void)value;
  return false;
}
extern char __executable_start[], _end[];
bool __heddle_is_static(const void *object) {
  return (const char *)object >= __executable_start && (const char *)object < _end;
}
bool __heddle_is_literal(const char *text) {
  (void)text;
  return false;
}
bool __heddle_malloc_may_fail(void) { return heddleMallocMayFail; }
bool __heddle_spurious_wakeups(void) { return heddleSpuriousWakeups; }
bool __heddle_checks(int property) { return isChecked((enum property)property); }
void __heddle_may_be_interrupted(void) {}

// Choices, assumptions and violations.

unsigned __heddle_choose(unsigned bound) {
  (void)bound;
  return (unsigned)heddleInput("choice");
}
bool __heddle_happens(const char *what) { return heddleInput(what) != 0; }

void __heddle_assume(bool condition) {
  if (!condition)
    heddleStop();
}
void __VERIFIER_assume(int condition) { __heddle_assume(condition != 0); }

void __heddle_check(bool condition, int property, const char *message) {
  if (!condition && isChecked((enum property)property))
    heddleViolation((enum property)property, heddleUserPlace(), NO_PLACE, message);
}

// Undefined behaviour that is not checked: the thread stops, as in the interpreter.
void __heddle_require(bool condition, int property, const char *message) {
  __heddle_check(condition, property, message);
  __heddle_assume(condition);
}

static void stopUnsupported(const char *message) __attribute__((noreturn));
static void stopUnsupported(const char *message) {
  char text[256];
  snprintf(text, sizeof text, "unsupported: %s", message);
  heddleNote(text);
  heddleFinish("unsupported");
}
void __heddle_unsupported(const char *message) { stopUnsupported(message); }
void __heddle_exceeded(const char *message) { stopUnsupported(message); }
void __heddle_limited(const char *message) { stopUnsupported(message); }

// Assertions. Calls of the functions that unreach-call names are directed to heddleErrorFunction.

void heddleErrorFunction(void) {
  heddleViolation(UNREACH_CALL, heddleUserPlace(), NO_PLACE, "an error function is called");
}

void heddleAssertFail(const char *expression, const char *file, unsigned line, const char *function) {
  char text[512];
  (void)file, (void)line, (void)function;
  snprintf(text, sizeof text, "assertion `%s` fails", expression);
  heddleViolation(UNREACH_CALL, heddleUserPlace(), NO_PLACE, text);
}

__attribute__((weak)) void __VERIFIER_assert(int condition) {
  if (!condition)
    heddleViolation(UNREACH_CALL, heddleUserPlace(), NO_PLACE, "__VERIFIER_assert fails");
}

void heddleAbort(void) {
  heddlePoint();
  heddleFinish("aborted");
}

// An input of the program; its function is in the generated tables.
unsigned long long heddleProgramInput(const char *name, const void *caller) {
  const unsigned place = heddlePlaceOf(caller);
  heddlePoint();
  heddleEvent(INPUT, place);
  return heddleInput(name);
}
