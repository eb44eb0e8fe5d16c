// Each thread initialises, uses and frees the mutex of an object of its own.
#include <pthread.h>
#include <stdlib.h>
struct counter {
  pthread_mutex_t m;
  int value;
};

void *worker(void *arg) {
  (void)arg;
  struct counter *c = malloc(sizeof *c);
  pthread_mutex_init(&c->m, 0);
  c->value = 0;
  pthread_mutex_lock(&c->m);
  ++c->value;
  pthread_mutex_unlock(&c->m);
  pthread_mutex_destroy(&c->m);
  free(c);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
