// Initialisation runs once, also inside a critical section.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;
int table;

void fill(void) {
  table = 1;
}

void *first(void *arg) {
  pthread_mutex_lock(&m);
  pthread_once(&once, fill);
  pthread_mutex_unlock(&m);
  return arg;
}

void *second(void *arg) {
  pthread_once(&once, fill);
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
