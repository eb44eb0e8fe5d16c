// At the end of a thread the destructor gets the thread's value, before a join returns.
#include <pthread.h>
extern void reach_error(void);
pthread_key_t key;
int x;

void destroy(void *value) { *(int *)value = 7; }

void *worker(void *arg) {
  pthread_setspecific(key, arg);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_key_create(&key, destroy);
  pthread_create(&t, 0, worker, &x);
  pthread_join(t, 0);
  if (x != 7)
    reach_error();
  return 0;
}
