// Six cells share two mutexes: the stripe of a cell is a function of its index.
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

#define CELLS 6
#define STRIPES 2

struct stripe {
  pthread_mutex_t mutex;
  int operations;
};

static struct stripe stripes[STRIPES];
static int cells[CELLS];

static void initialise(void) {
  for (int i = 0; i < STRIPES; i++)
    pthread_mutex_init(&stripes[i].mutex, 0);
}

static void increment(unsigned cell) {
  struct stripe *stripe = &stripes[cell % STRIPES];
  pthread_mutex_lock(&stripe->mutex);
  cells[cell]++;
  stripe->operations++;
  pthread_mutex_unlock(&stripe->mutex);
}

static void *client(void *argument) {
  increment(__VERIFIER_nondet_uint() % CELLS);
  return 0;
}

int main(void) {
  pthread_t first, second;
  initialise();
  pthread_create(&first, 0, client, 0);
  pthread_create(&second, 0, client, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
