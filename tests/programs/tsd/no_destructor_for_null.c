// A null value, and a key deleted before the thread ends, have no destructor run.
#include <pthread.h>
extern void reach_error(void);
pthread_key_t unused, deleted;
int x;

void destroy(void *value) {
  (void)value;
  reach_error();
}

void *worker(void *arg) {
  pthread_setspecific(deleted, arg);
  pthread_setspecific(unused, arg);
  pthread_setspecific(unused, 0);
  pthread_key_delete(deleted);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_key_create(&unused, destroy);
  pthread_key_create(&deleted, destroy);
  pthread_create(&t, 0, worker, &x);
  pthread_join(t, 0);
  return 0;
}
