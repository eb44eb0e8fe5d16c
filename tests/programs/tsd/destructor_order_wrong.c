// Destructors of different keys run in any order: that of the second key may come first.
#include <pthread.h>
extern void reach_error(void);
pthread_key_t firstKey, secondKey;
int last;

void destroyFirst(void *value) { last = 1; }
void destroySecond(void *value) { last = 2; }

void *worker(void *arg) {
  pthread_setspecific(firstKey, arg);
  pthread_setspecific(secondKey, arg);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_key_create(&firstKey, destroyFirst);
  pthread_key_create(&secondKey, destroySecond);
  pthread_create(&t, 0, worker, &last);
  pthread_join(t, 0);
  if (last != 2)
    reach_error();
  return 0;
}
