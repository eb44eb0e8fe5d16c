// The thread may run after main has destroyed the mutex: undefined behaviour, whatever the property.
#include <pthread.h>
pthread_mutex_t o;

void *worker(void *arg) {
  pthread_mutex_lock(&o);
  pthread_mutex_unlock(&o);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_mutex_init(&o, 0);
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_destroy(&o);
  pthread_join(t, 0);
  return 0;
}
