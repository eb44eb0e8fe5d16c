// The third thread closes a cycle of three locks.
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER;
int x;

void *first(void *arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  x++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return arg;
}

void *second(void *arg) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&c);
  x++;
  pthread_mutex_unlock(&c);
  pthread_mutex_unlock(&b);
  return arg;
}

void *third(void *arg) {
  pthread_mutex_lock(&c);
  pthread_mutex_lock(&a);
  x++;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&c);
  return arg;
}

int main(void) {
  pthread_t t, u, v;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_create(&v, 0, third, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  pthread_join(v, 0);
  return 0;
}
