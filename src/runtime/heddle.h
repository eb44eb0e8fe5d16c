// The interface between the C models in this folder and Heddle. Each function here is an intrinsic without
// a body; the table in src/frontend/intrinsics.cpp gives it its meaning.
//
// The models are compiled to LLVM bitcode when Heddle is built, once for each data model, and linked
// after the user's program like a library: only the functions that the program uses are added, and its own
// definitions take precedence. Synchronisation objects are in the memory of the user's pthread_mutex_t etc.;
// models access that memory inside atomic blocks, so that a library call is one step, and with __atomic builtins,
// whose memory orders define happens-before. Functions that initialise or destroy an object are the exception: they
// write it plainly, so they race with every use that is not ordered. doc/models.md lists what each function does.
#ifndef HEDDLE_H
#define HEDDLE_H

typedef __SIZE_TYPE__ heddle_size;
typedef __UINTPTR_TYPE__ heddle_address;

// An atomic block: no other thread runs between the two, unless an operation inside the block blocks.
void __heddle_atomic_begin(void);
void __heddle_atomic_end(void);

// An atomic block that waits before it begins, to be closed by __heddle_atomic_end: ONE action
// [Load word (acquire); Guard; result := word] that leaves from a location *outside* the block and
// arrives inside. A waiting thread must not be inside the block: there it would run before any other
// thread as soon as it could, and a thread that unlocks and locks again could never overtake it.
// The word equals `value` / is one of two or three values / differs from `value` / has no bit of `mask` set.
void __heddle_begin_when_equal(const int *word, int value);
int __heddle_begin_when_either(const int *word, int first, int second);
int __heddle_begin_when_one_of(const int *word, int first, int second, int third);
int __heddle_begin_when_not(const int *word, int value);
void __heddle_begin_when_clear(const unsigned long long *word, unsigned long long mask);

// The calling thread's handle: 1 for main, otherwise the lowest that was free when it started.
int __heddle_self(void);

// Start a thread; wait for its end and get its result; detach it; end the calling thread; end the program.
// A thread that ends (by __heddle_end_thread or by return from its function, but not main by return)
// first calls __heddle_thread_cleanup, if that is linked in.
unsigned long __heddle_spawn(void *(*function)(void *), void *argument);
void *__heddle_join(unsigned long thread);
// The result of a thread is used: undefined behaviour if the thread's function has ended without a return value.
void __heddle_require_result(void *result);
void __heddle_detach(unsigned long thread);
_Noreturn void __heddle_end_thread(void *result);
_Noreturn void __heddle_end_program(int aborted);

// Hooks: models that are linked only into programs that need them. A model that needs one passes it to
// __heddle_keep, which has no effect but makes the linker add it; no other call refers to it.
void __heddle_keep(void (*hook)(void));
void __heddle_thread_cleanup(void); // thread_specific.c: destructors of thread-specific data
void __heddle_run_atexit(void);     // process_exit.c: handlers of atexit; also called when main returns
// Calls __heddle_run_atexit if that is linked in, otherwise nothing.
void __heddle_exit_hook(void);

// Memory: allocate (never null), release, the size of the object that starts at `object` (0 for null).
void *__heddle_allocate(heddle_size size, int zeroed);
void __heddle_release(void *object);
heddle_size __heddle_object_size(const void *object);
// Copies `size` (constant: 1, 2, 4 or 8) bytes by a load and a store; uninitialised bytes stay so.
void __heddle_copy(void *target, const void *source, int size);
// The same by a relaxed load and a relaxed store, also inside an atomic block.
void __heddle_copy_relaxed(void *target, const void *source, int size);

// A plain write of `size` (constant) bytes, also inside the model's own atomic block, where an assignment would be an
// atomic access. Inside an atomic block of the program it is atomic, like everything else there.
void __heddle_store_plain(void *target, unsigned long long value, int size);
#define HEDDLE_STORE_PLAIN(object, value) __heddle_store_plain(&(object), (unsigned long long)(value), sizeof(object))
// Reads `size` (constant: 1, 2, 4 or 8) bytes whose value does not matter: uninitialised ones are not chosen.
void __heddle_touch(const void *address, int size);

// setjmp and longjmp. A model that is called like setjmp calls the first one.
int __heddle_set_jump(void *buffer);
_Noreturn void __heddle_jump(void *buffer, int value);

// Whether the program uses the model of the function (a string literal): a constant.
_Bool __heddle_is_used(const char *function);
// Whether the front end knows the value as a constant, after inlining.
_Bool __heddle_is_constant(heddle_size value);
// Whether the front end knows that the pointer points into a static variable that a file of the program defines.
_Bool __heddle_is_static(const void *object);
// Whether the front end knows that the pointer points to a string that never changes.
_Bool __heddle_is_literal(const char *text);

// In a function with `...`: formatted output of its variable arguments, to a stream or to the `size` bytes at `text`;
// the number of characters. The function must keep what src/runtime/formatting.h lists.
void __heddle_print(const char *format);
heddle_size __heddle_format(char *text, heddle_size size, const char *format);
// The same for the arguments in the va_list at `list`, which continues after them.
void __heddle_print_list(const char *format, void *list);
heddle_size __heddle_format_list(char *text, heddle_size size, const char *format, void *list);

// Any number below `bound` (a constant). Not an input of the program but a choice of the environment.
unsigned __heddle_choose(unsigned bound);
// Whether something happens that may happen: another such choice. `what` completes, for traces, a sentence that begins
// with the name of the library function: "returns NULL". It is a string literal.
_Bool __heddle_happens(const char *what);
void __heddle_assume(_Bool condition);

// Constants set by the command line: --malloc-may-fail, --no-spurious-wakeups.
_Bool __heddle_malloc_may_fail(void);
_Bool __heddle_spurious_wakeups(void);

enum heddle_property {
  HEDDLE_LOCK_DISCIPLINE,
  HEDDLE_VALID_DEREF,
  HEDDLE_VALID_FREE,
  HEDDLE_UNREACH_CALL,
  HEDDLE_NO_DATA_RACE,
  HEDDLE_NO_DEADLOCK,
  HEDDLE_DEFINED_BEHAVIOUR,
};
// Whether the property is checked: a constant.
_Bool __heddle_checks(enum heddle_property property);
// A violation of the property if the condition fails. After `check` the execution continues (the outcome
// is defined), after `require` it does not (undefined behaviour). The message is a string literal.
void __heddle_check(_Bool condition, enum heddle_property property, const char *message);
void __heddle_require(_Bool condition, enum heddle_property property, const char *message);

// The use of a synchronisation object that the program has not initialised is undefined behaviour. Its memory then has
// any value, so that a condition which some value fails is violated, and there is no proof. An execution that continues
// with another value is no counterexample: interpreter/uninitialised_state notices it, and recognises the loads of such
// state by their memory orders, which must be weaker than sequentially consistent. Static objects are zero, which
// initialises them (except barriers), and cost nothing.
#define HEDDLE_REQUIRE_INITIALISED(object, condition, what)                                                            \
  do {                                                                                                                 \
    if (!__heddle_is_static(object))                                                                                   \
      __heddle_require(condition, HEDDLE_DEFINED_BEHAVIOUR, "use of a " what " that the program has not initialised"); \
  } while (0)

// A word of a synchronisation object, for a check that the program has not overwritten the object (memset, assignments
// to its bytes): a thread that waits for a value which is not one of the model would wait for ever. Such a check is an
// atomic block at the beginning of an operation that may wait, and of others on static objects, for which
// HEDDLE_REQUIRE_INITIALISED does nothing. transform/overwritten_locks recognises the load, which is volatile,
// and removes it, and thereby the check, unless the program may write there.
static inline int heddle_overwritten(const int *word) {
  return __atomic_load_n((const volatile int *)word, __ATOMIC_RELAXED);
}
#define HEDDLE_REQUIRE_INTACT(condition, what)                                                                         \
  do {                                                                                                                 \
    __heddle_atomic_begin();                                                                                           \
    __heddle_require(condition, HEDDLE_DEFINED_BEHAVIOUR, "use of a " what " that the program has not initialised");   \
    __heddle_atomic_end();                                                                                             \
  } while (0)

// The use of a destroyed object is undefined behaviour, and a violation of lock-discipline: what glibc does then
// depends on the kind of the object. The load of the mark is volatile, and acquires, by which transform/destroyed_locks
// recognises it: it removes the load, and thereby the check, where no use can follow a destruction, and otherwise makes
// it relaxed. `destroy` is the function that sets the mark; a program that does not call it has no checks. A macro,
// since __heddle_is_used takes literals.
static inline int heddle_mark(const int *word) { return __atomic_load_n((const volatile int *)word, __ATOMIC_ACQUIRE); }
#define HEDDLE_REQUIRE_NOT_DESTROYED(destroy, word, destroyed, what)                                                   \
  do {                                                                                                                 \
    if (__heddle_is_used(destroy))                                                                                     \
      __heddle_require(heddle_mark(word) != (destroyed), HEDDLE_LOCK_DISCIPLINE, "use of a destroyed " what);          \
  } while (0)

enum { HEDDLE_MOST_HANDLES = 64 }; // program/kept_slots.cpp knows this number

// This execution is unsupported: the verdict cannot be `true` if the call is reachable.
_Noreturn void __heddle_unsupported(const char *message);
// The same for what a model has no room for. It is not announced before the verification: few programs get there.
_Noreturn void __heddle_exceeded(const char *message);
// The same for an execution that an engine without this limit can follow (transform/any_size).
void __heddle_limited(const char *message);

// From here on, handlers of signals from outside of the program may run at any time, which is not followed: no proof
// can rest on what follows, unless the user states that no such signals come (--assume no-outside-signals).
void __heddle_may_be_interrupted(void);

// Names the atomic block that contains it. The order is that of program::SyncKind.
enum heddle_sync {
  HEDDLE_LOCK,
  HEDDLE_TRY_LOCK,
  HEDDLE_UNLOCK,
  HEDDLE_READ_LOCK,
  HEDDLE_WRITE_LOCK,
  HEDDLE_RW_UNLOCK,
  HEDDLE_COND_WAIT,
  HEDDLE_COND_WAKE,
  HEDDLE_COND_SIGNAL,
  HEDDLE_COND_BROADCAST,
  HEDDLE_BARRIER_WAIT,
  HEDDLE_BARRIER_LEAVE,
  HEDDLE_SEM_WAIT,
  HEDDLE_SEM_POST,
  HEDDLE_ONCE,
  HEDDLE_RECEIVE,
  HEDDLE_SEND,
  HEDDLE_CLOSE,
  HEDDLE_INIT,
  HEDDLE_DESTROY,
};
void __heddle_sync(enum heddle_sync kind, const void *object);

#endif
