// pthread_once runs its routine once, and all calls return only after it has ended.
#include <pthread.h>
extern void reach_error(void);
pthread_once_t once = PTHREAD_ONCE_INIT;
int count;

void initialise(void) { ++count; }

void *worker(void *arg) {
  (void)arg;
  pthread_once(&once, initialise);
  if (count != 1)
    reach_error();
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
