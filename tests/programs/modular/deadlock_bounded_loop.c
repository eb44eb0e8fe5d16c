// A thread holds a lock during a loop with a bound.
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int x;

void *first(void *arg) {
  pthread_mutex_lock(&a);
  for (int i = 0; i < 1000; i++) {
    x++;
  }
  pthread_mutex_unlock(&a);
  return arg;
}

void *second(void *arg) {
  pthread_mutex_lock(&a);
  x--;
  pthread_mutex_unlock(&a);
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
