// The lower half of the result of a thread function that returns an int.
#include <assert.h>
#include <pthread.h>
static int run(void *argument) { return 7; }
int main(void) {
  pthread_t t;
  void *r;
  pthread_create(&t, 0, (void *(*)(void *))run, 0);
  pthread_join(t, &r);
  assert((int)(long)r == 7);
  return 0;
}
