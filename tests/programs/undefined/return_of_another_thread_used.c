// The result of a thread whose function has ended with a value, beside one that has not.
#include <assert.h>
#include <pthread.h>
int x;
void *silent(void *unused) { (void)unused; }
void *worker(void *argument) { return argument; }
int main(void) {
  pthread_t first, second;
  void *result;
  pthread_create(&first, 0, silent, 0);
  pthread_create(&second, 0, worker, &x);
  pthread_join(first, 0);
  pthread_join(second, &result);
  assert(result == &x);
  return 0;
}
