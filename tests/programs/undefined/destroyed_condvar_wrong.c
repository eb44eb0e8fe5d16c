// The thread may run after main has destroyed the condition variable: undefined behaviour, whatever the property.
#include <pthread.h>
pthread_cond_t o;

void *worker(void *arg) {
  pthread_cond_signal(&o);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_cond_init(&o, 0);
  pthread_create(&t, 0, worker, 0);
  pthread_cond_destroy(&o);
  pthread_join(t, 0);
  return 0;
}
