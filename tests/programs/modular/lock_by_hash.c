// The lock of a bucket protects the bucket.
#include <pthread.h>

enum { BUCKETS = 64 };
struct bucket {
  int count;
  int last;
};
struct bucket table[BUCKETS];
pthread_mutex_t locks[BUCKETS];
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned hash(unsigned key) { return (key * 2654435761u) % BUCKETS; }

void *worker(void *argument) {
  for (;;) {
    unsigned key = __VERIFIER_nondet_uint();
    unsigned at = hash(key);
    pthread_mutex_lock(&locks[at]);
    table[at].count++;
    table[at].last = (int)key;
    pthread_mutex_unlock(&locks[at]);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  for (;;)
    pthread_create(&thread, 0, worker, 0);
  return 0;
}
