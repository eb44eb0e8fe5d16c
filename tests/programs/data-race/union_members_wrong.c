// Members of a union overlap.
#include <pthread.h>
union {
  int whole;
  char bytes[4];
} u;

void *worker(void *arg) {
  u.bytes[3] = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  int seen = u.whole;
  (void)seen;
  pthread_join(t, 0);
  return 0;
}
