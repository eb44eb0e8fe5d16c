// The thread is joined by another one, and again by main after its slot could be in use.
#include <assert.h>
#include <pthread.h>
static pthread_t first;
static void *run(void *argument) { return argument; }
static void *waiter(void *argument) {
  pthread_join(first, 0);
  return argument;
}
int main(void) {
  pthread_t w, second;
  pthread_create(&first, 0, run, 0);
  pthread_create(&w, 0, waiter, 0);
  pthread_join(w, 0);
  pthread_create(&second, 0, run, 0);
  pthread_join(first, 0);
  assert(1);
  return 0;
}
