// A bit-field of width zero separates the bit-fields around it.
#include <pthread.h>
struct {
  unsigned a : 8;
  unsigned : 0;
  unsigned b : 8;
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
