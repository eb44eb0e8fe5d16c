// A thread function with two parameters: undefined behaviour.
#include <assert.h>
#include <pthread.h>
static void *run(void *a, void *b) { return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, (void *(*)(void *))run, 0);
  pthread_join(t, 0);
  assert(1);
  return 0;
}
