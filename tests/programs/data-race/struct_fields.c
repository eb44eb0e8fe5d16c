// Different members of a struct are different locations.
#include <pthread.h>
struct {
  char a, b;
  short c;
} s;

void *worker(void *arg) {
  s.b = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  s.a = 1;
  s.c = 1;
  pthread_join(t, 0);
  return 0;
}
