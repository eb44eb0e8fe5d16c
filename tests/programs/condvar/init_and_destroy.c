// A condition variable in heap memory, made by init, unmade by destroy.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct gate {
  pthread_mutex_t m;
  pthread_cond_t c;
  int open;
};

void *opener(void *arg) {
  struct gate *gate = arg;
  pthread_mutex_lock(&gate->m);
  gate->open = 1;
  pthread_cond_broadcast(&gate->c);
  pthread_mutex_unlock(&gate->m);
  return 0;
}

int main(void) {
  pthread_t t;
  struct gate *gate = calloc(1, sizeof *gate);
  pthread_mutex_init(&gate->m, 0);
  pthread_cond_init(&gate->c, 0);
  pthread_create(&t, 0, opener, gate);
  pthread_mutex_lock(&gate->m);
  while (!gate->open)
    pthread_cond_wait(&gate->c, &gate->m);
  pthread_mutex_unlock(&gate->m);
  pthread_join(t, 0);
  assert(gate->open == 1);
  pthread_cond_destroy(&gate->c);
  pthread_mutex_destroy(&gate->m);
  free(gate);
  return 0;
}
