// Order is transitive over two different mutexes and three threads.
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int data, first, second;

void *producer(void *arg) {
  data = 8;
  pthread_mutex_lock(&m);
  first = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

void *middle(void *arg) {
  pthread_mutex_lock(&m);
  int seen = first;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&n);
  second = seen;
  pthread_mutex_unlock(&n);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, middle, 0);
  pthread_mutex_lock(&n);
  int seen = second;
  pthread_mutex_unlock(&n);
  if (seen && data != 8)
    reach_error();
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
