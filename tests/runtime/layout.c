// The models overlay their own structs on glibc's synchronisation objects. This file compiles if and only if
// glibc's objects are large enough for them and have the fields that static initialisers write in their place.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <threads.h>
#include <time.h>

#define LP64 (sizeof(void *) == 8)

_Static_assert(offsetof(pthread_mutex_t, __data.__kind) == (LP64 ? 16 : 12), "where mutex.h expects the kind");
_Static_assert(PTHREAD_MUTEX_NORMAL == 0 && PTHREAD_MUTEX_RECURSIVE == 1 && PTHREAD_MUTEX_ERRORCHECK == 2, "kinds");
_Static_assert(sizeof(mtx_t) >= (LP64 ? 20 : 16) && sizeof(pthread_mutexattr_t) >= 4, "mutexes");
_Static_assert(sizeof(pthread_rwlock_t) >= (LP64 ? 56 : 32), "read-write locks");
_Static_assert(offsetof(pthread_rwlock_t, __data.__flags) == (LP64 ? 48 : 24), "where rwlock.c expects the kind");
_Static_assert(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP == 2, "kinds of read-write locks");
_Static_assert(sizeof(pthread_rwlockattr_t) >= 8, "attributes of read-write locks");
_Static_assert(sizeof(pthread_cond_t) >= 12 && sizeof(cnd_t) >= 12, "condition variables");
_Static_assert(sizeof(pthread_condattr_t) >= 4 && sizeof(pthread_barrierattr_t) >= 4, "other attributes");
_Static_assert(sizeof(struct timespec) == 2 * sizeof(long), "times");
_Static_assert(sizeof(pthread_barrier_t) >= 20, "barriers");
_Static_assert(PTHREAD_BARRIER_SERIAL_THREAD == -1, "the serial thread");
_Static_assert(sizeof(sem_t) >= 4 && sizeof(pthread_spinlock_t) == 4, "semaphores and spin locks");
_Static_assert(sizeof(pthread_attr_t) >= (LP64 ? 56 : 36), "attributes");
_Static_assert(sizeof(pthread_once_t) == 4 && sizeof(once_flag) == 4 && PTHREAD_ONCE_INIT == 0, "once");
_Static_assert(sizeof(pthread_key_t) == 4 && sizeof(tss_t) == 4, "keys");
_Static_assert(sizeof(pthread_t) == sizeof(long) && sizeof(thrd_t) == sizeof(long), "handles");
_Static_assert(thrd_success == 0 && thrd_busy == 1 && thrd_error == 2 && thrd_timedout == 4, "results");
_Static_assert(mtx_plain == 0 && mtx_recursive == 1 && mtx_timed == 2, "kinds of C11 mutexes");
_Static_assert(offsetof(struct sigaction, sa_handler) == 0 && offsetof(struct sigaction, sa_mask) == sizeof(void *) &&
                   sizeof(sigset_t) == 128 && offsetof(struct sigaction, sa_flags) == sizeof(void *) + 128,
               "where signals.c expects the members of an action");
_Static_assert(SA_SIGINFO == 4 && SA_NODEFER == 0x40000000 && SA_RESETHAND == (int)0x80000000, "flags of an action");
_Static_assert(SIGABRT == 6 && SIGPIPE == 13, "signals that models send");
_Static_assert(offsetof(struct tm, tm_year) == 20 && offsetof(struct tm, tm_isdst) == 32 &&
                   sizeof(struct tm) == (LP64 ? 56 : 44),
               "calendar.c");

#ifdef __LP64__ // the kernel's headers for 32 bits need not be installed
#include <linux/futex.h>
#include <sys/syscall.h>
_Static_assert(SYS_futex == 202 && SYS_gettid == 186, "system calls");
_Static_assert(FUTEX_WAIT == 0 && FUTEX_WAKE == 1 && FUTEX_WAIT_BITSET == 9 && FUTEX_WAKE_BITSET == 10 &&
                   FUTEX_PRIVATE_FLAG == 128 && FUTEX_CLOCK_REALTIME == 256,
               "operations on futexes");
#endif
