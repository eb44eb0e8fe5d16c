// x++ on a shared x is a read and then a write: an increment can get lost.
#include <pthread.h>
extern void reach_error(void);
int x;

void *worker(void *arg) {
  (void)arg;
  x++;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (x != 2)
    reach_error();
  return 0;
}
