// The function that a thread runs is found through a pointer in a table.
#include <assert.h>
#include <pthread.h>

struct job {
  void *(*run)(void *);
  int *cell;
};

static int cells[2];

static void *one(void *argument) {
  *(int *)argument = 1;
  return 0;
}

static void *two(void *argument) {
  *(int *)argument = 2;
  return 0;
}

static struct job jobs[2] = {{one, &cells[0]}, {two, &cells[1]}};

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, jobs[i].run, jobs[i].cell);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  assert(cells[0] == 1 && cells[1] == 2);
  return 0;
}
