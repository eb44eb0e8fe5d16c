// A thread is joined by another one than its creator, and once.
#include <assert.h>
#include <pthread.h>
static pthread_t first;
static int x;
static void *run(void *argument) {
  x = 1;
  return argument;
}
static void *waiter(void *argument) {
  pthread_join(first, 0);
  assert(x == 1);
  return argument;
}
int main(void) {
  pthread_t w, second;
  pthread_create(&first, 0, run, 0);
  pthread_create(&w, 0, waiter, 0);
  pthread_join(w, 0);
  x = 0;
  pthread_create(&second, 0, run, 0);
  pthread_join(second, 0);
  assert(x == 1);
  return 0;
}
