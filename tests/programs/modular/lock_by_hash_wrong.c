// One access goes to the next bucket.
#include <pthread.h>

enum { BUCKETS = 2 };
struct bucket {
  int count;
  int last;
};
struct bucket table[BUCKETS];
pthread_mutex_t locks[BUCKETS];
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned hash(unsigned key) { return (key * 2654435761u) % BUCKETS; }

void *worker(void *argument) {
  for (int i = 0; i < 1; i++) {
    unsigned key = __VERIFIER_nondet_uint();
    unsigned at = hash(key);
    pthread_mutex_lock(&locks[at]);
    table[at].count++;
    table[(at + 1) % BUCKETS].count = 0;
    pthread_mutex_unlock(&locks[at]);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 2; i++)
    pthread_create(&thread, 0, worker, 0);
  return 0;
}
