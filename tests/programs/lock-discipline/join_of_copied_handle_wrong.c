// The copy of a handle is joined after the handle.
#include <pthread.h>
static void *run(void *argument) { return argument; }
int main(void) {
  pthread_t a, copy, b;
  pthread_create(&a, 0, run, 0);
  copy = a;
  pthread_join(a, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(copy, 0);
  return 0;
}
