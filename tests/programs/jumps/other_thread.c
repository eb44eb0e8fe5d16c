// A jump with a buffer that another thread has set is undefined behaviour.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static jmp_buf buffer;

static void *worker(void *argument) {
  (void)argument;
  longjmp(buffer, 1);
}

int main(void) {
  pthread_t thread;
  if (setjmp(buffer) != 0)
    assert(0);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
