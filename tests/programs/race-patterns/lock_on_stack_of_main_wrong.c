// Main reads the best score between starting and joining.
#include <pthread.h>

#define THREADS 10

struct board {
  pthread_mutex_t mutex;
  int best;
  int submissions;
};

static void submit(struct board *board, int score) {
  pthread_mutex_lock(&board->mutex);
  board->submissions++;
  if (score > board->best)
    board->best = score;
  pthread_mutex_unlock(&board->mutex);
}

static void *player(void *argument) {
  submit(argument, 7);
  submit(argument, 9);
  return 0;
}

int main(void) {
  struct board board = {.best = 0};
  pthread_t threads[THREADS];
  pthread_mutex_init(&board.mutex, 0);
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, player, &board);
  const int early = board.best;
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return early > 9 || board.submissions != 2 * THREADS;
}
