// The result of a thread function that returns nothing is not specified.
#include <assert.h>
#include <pthread.h>
static void run(void *argument) {}
int main(void) {
  pthread_t t;
  void *r;
  pthread_create(&t, 0, (void *(*)(void *))run, 0);
  pthread_join(t, &r);
  assert(r == 0);
  return 0;
}
