// Two threads use the elements that their handles choose: that these are different ones is not specified.
#include <pthread.h>
int counters[8];
void *worker(void *arg) {
  ++counters[pthread_self() % 8];
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
