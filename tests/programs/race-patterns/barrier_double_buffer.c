// Rounds of a simulation with two buffers: in each round every thread reads one buffer and writes its cell of
// the other one; a barrier ends the round.
#include <pthread.h>

#define CELLS 2
#define ROUNDS 2

static pthread_barrier_t round_end;
static int buffers[2][CELLS] = {{1, 5}, {0, 0}};

static int next(const int *cells, long cell) { return (cells[cell] + cells[(cell + 1) % CELLS]) / 2; }

static void *simulate(void *argument) {
  const long cell = (long)argument;
  for (int i = 0; i < ROUNDS; i++) {
    const int *from = buffers[i % 2];
    int *to = buffers[(i + 1) % 2];
    to[cell] = next(from, cell);
    pthread_barrier_wait(&round_end);
  }
  return 0;
}

int main(void) {
  pthread_t threads[CELLS];
  pthread_barrier_init(&round_end, 0, CELLS);
  for (long i = 0; i < CELLS; i++)
    pthread_create(&threads[i], 0, simulate, (void *)i);
  for (int i = 0; i < CELLS; i++)
    pthread_join(threads[i], 0);
  return buffers[ROUNDS % 2][0] != 3;
}
