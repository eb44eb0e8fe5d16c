// Many thread functions end without a value. The result of the thread is not used.
#include <assert.h>
#include <pthread.h>
int x;
void *worker(void *unused) {
  (void)unused;
  x = 1;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  assert(x == 1);
  return 0;
}
