// A key takes the lock after the one of its stripe.
#include <pthread.h>

#define KEYS 64
#define STRIPES 8

static int counts[KEYS];
static pthread_mutex_t stripes[STRIPES];

extern unsigned __VERIFIER_nondet_uint(void);

static void bump(unsigned key) {
  pthread_mutex_t *l = &stripes[key % STRIPES];
  pthread_mutex_lock(l);
  counts[key]++;
  pthread_mutex_unlock(l);
}

static int look(unsigned key) {
  unsigned s = (key + 1) % STRIPES;
  pthread_mutex_lock(&stripes[s]);
  int c = counts[key];
  pthread_mutex_unlock(&stripes[s]);
  return c;
}

static void *work(void *x) {
  for (int i = 0; i < 1000; i++) {
    unsigned k = __VERIFIER_nondet_uint() % KEYS;
    bump(k);
    look((k + 1) & (KEYS - 1));
  }
  return x;
}

int main(void) {
  pthread_t t[4];
  for (int i = 0; i < STRIPES; i++)
    pthread_mutex_init(&stripes[i], 0);
  for (int i = 0; i < 4; i++)
    pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], 0);
  for (int i = 0; i < STRIPES; i++)
    pthread_mutex_destroy(&stripes[i]);
  return 0;
}
