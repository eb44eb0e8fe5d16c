// The lock of another bucket.
#include <pthread.h>

enum { LOCKS = 16 };
pthread_mutex_t locks[LOCKS];
int table[LOCKS];
extern int __VERIFIER_nondet_int(void);

void *worker(void *argument) {
  unsigned key = (unsigned)__VERIFIER_nondet_int();
  unsigned bucket = key % LOCKS;
  pthread_mutex_lock(&locks[key / 16 % LOCKS]);
  table[bucket]++;
  pthread_mutex_unlock(&locks[key / 16 % LOCKS]);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_create(&thread, 0, worker, 0);
  pthread_exit(0);
  return 0;
}
