// A spin lock of xchg, or of cmpxchg, with pause in its loop.
#include <assert.h>
#include <pthread.h>

static volatile int lock;
static int shared;

static void acquire(void) {
  for (;;) {
    int old = 1;
    __asm__ __volatile__("xchgl %0, %1" : "+r"(old), "+m"(lock) : : "memory");
    if (old == 0)
      return;
    __asm__ __volatile__("rep; nop" ::: "memory");
  }
}

static int tryAcquire(void) {
  int old;
  __asm__ __volatile__("lock; cmpxchgl %2, %1" : "=a"(old), "+m"(lock) : "r"(1), "0"(0) : "memory", "cc");
  return old == 0;
}

static void release(void) { __asm__ __volatile__("movl $0, %0" : "=m"(lock) : : "memory"); }

static void *worker(void *argument) {
  (void)argument;
  while (!tryAcquire())
    __asm__ __volatile__("pause");
  shared++;
  release();
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  acquire();
  shared++;
  release();
  pthread_join(thread, 0);
  assert(shared == 2);
  return 0;
}
