// The same for C11 threads.
#include <assert.h>
#include <threads.h>
int worker(void *unused) { (void)unused; }
int main(void) {
  thrd_t thread;
  int result;
  thrd_create(&thread, worker, 0);
  thrd_join(thread, &result);
  assert(result == 0);
  return 0;
}
