// A copy is an object of its own in each call, and it is alive until the call returns.
#include <assert.h>
#include <pthread.h>

struct big {
  int values[8];
};

int sum(struct big copy, int depth) {
  copy.values[0]++;
  return depth == 0 ? copy.values[0] : sum(copy, depth - 1) + copy.values[0];
}

void *worker(void *arg) {
  struct big own = {{1, 2, 3}};
  for (int i = 0; i < 3; i++)
    assert(sum(own, 2) == 9 && own.values[0] == 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
