// Signals choose among waiters by their handles.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go, woken;
static int one = 1, two = 2;
static void *nothing(void *argument) { return argument; }
static void *waiter(void *argument) {
  pthread_mutex_lock(&m);
  while (!go)
    pthread_cond_wait(&c, &m);
  woken += *(int *)argument;
  assert(woken != 2);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t d, a, b;
  pthread_create(&d, 0, nothing, 0);
  pthread_detach(d);
  pthread_create(&a, 0, waiter, &one);
  pthread_create(&b, 0, waiter, &two);
  pthread_mutex_lock(&m);
  go = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  return 0;
}
