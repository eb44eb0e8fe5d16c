// Neighbouring bit-fields are one location: writing one rewrites the other.
#include <pthread.h>
struct {
  unsigned a : 3;
  unsigned b : 5;
} s;

void *worker(void *arg) {
  s.b = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  s.a = 1;
  pthread_join(t, 0);
  return 0;
}
