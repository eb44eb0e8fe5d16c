// The thread pointer of the compiler is another one in each thread.
#include <assert.h>
#include <pthread.h>

void *ofMain;

void *worker(void *arg) {
  assert(__builtin_thread_pointer() == ofMain);
  return arg;
}

int main(void) {
  pthread_t thread;
  ofMain = __builtin_thread_pointer();
  pthread_create(&thread, 0, worker, 0);
  assert(__builtin_thread_pointer() == ofMain);
  pthread_join(thread, 0);
  return 0;
}
