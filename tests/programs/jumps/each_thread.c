// Each thread has its own buffer.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static _Thread_local jmp_buf buffer;
static _Atomic int left;

static void leave(int value) { longjmp(buffer, value); }

static void *worker(void *argument) {
  int code = setjmp(buffer);
  if (code == 0)
    leave((int)(long)argument);
  assert(code == (int)(long)argument);
  left++;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, worker, (void *)1);
  pthread_create(&second, 0, worker, (void *)2);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(left == 2);
  return 0;
}
