// The result is read before the last join.
#include <pthread.h>
#include <stdlib.h>

#define MAX 100

static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(int k) {
  pthread_mutex_lock(&lock);
  total += k;
  pthread_mutex_unlock(&lock);
}

static void *run(void *p) {
  add((int)(long)p);
  return 0;
}

int main(void) {
  pthread_t tids[MAX];
  int created = 0;
  for (int i = 0; i < MAX; i++) {
    if (pthread_create(&tids[created], 0, run, (void *)(long)i) != 0)
      break;
    created++;
  }
  int early = total;
  while (created > 0)
    pthread_join(tids[--created], 0);
  return total > 0;
}
