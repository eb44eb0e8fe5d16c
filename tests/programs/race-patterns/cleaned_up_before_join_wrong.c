// Main cleans up before it has joined the second thread.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct state {
  atomic_int stop;
  pthread_mutex_t mutex;
  int total;
};

static void *worker(void *argument) {
  struct state *state = argument;
  while (!atomic_load(&state->stop)) {
    pthread_mutex_lock(&state->mutex);
    state->total = (state->total + 1) % 3;
    pthread_mutex_unlock(&state->mutex);
  }
  return 0;
}

static void destroy(struct state *state) {
  state->total = 0;
  pthread_mutex_destroy(&state->mutex);
  free(state);
}

int main(void) {
  pthread_t first, second;
  struct state *state = malloc(sizeof *state);
  if (!state)
    return 1;
  atomic_init(&state->stop, 0);
  pthread_mutex_init(&state->mutex, 0);
  state->total = 0;
  pthread_create(&first, 0, worker, state);
  pthread_create(&second, 0, worker, state);
  atomic_store(&state->stop, 1);
  pthread_join(first, 0);
  destroy(state);
  pthread_join(second, 0);
  return 0;
}
