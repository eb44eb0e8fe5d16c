// mfence and a locked add to the stack are fences: with them, store buffering is excluded.
#include <assert.h>
#include <pthread.h>

static volatile int x, y;
static int sawX, sawY;

static void *left(void *argument) {
  (void)argument;
  x = 1;
  __asm__ volatile("mfence" ::: "memory");
  sawY = y;
  return 0;
}

static void *right(void *argument) {
  (void)argument;
  y = 1;
  __asm__ volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
  sawX = x;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, left, 0);
  pthread_create(&second, 0, right, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(sawX == 1 || sawY == 1);
  return 0;
}
