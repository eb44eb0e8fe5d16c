// pthread_cleanup_pop runs the handler if and only if asked to.
#include <assert.h>
#include <pthread.h>
int x;

void handler(void *arg) { *(int *)arg += 1; }

void *worker(void *arg) {
  pthread_cleanup_push(handler, arg);
  pthread_cleanup_push(handler, arg);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(1);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, &x);
  pthread_join(t, 0);
  assert(x == 1);
  return 0;
}
