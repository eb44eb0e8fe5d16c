// What main wrote before pthread_create is ordered before the thread; what comes after is not touched by it.
#include <pthread.h>
int x, y;

void *worker(void *arg) {
  x++;
  return arg;
}

int main(void) {
  pthread_t t;
  x = 1;
  pthread_create(&t, 0, worker, 0);
  y = 1;
  pthread_join(t, 0);
  x++;
  return 0;
}
