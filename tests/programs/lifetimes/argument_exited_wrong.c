// The copy of an argument that is passed by value dies when the thread exits.
#include <pthread.h>

struct big {
  int values[8];
};
struct big *shown;

void publish(struct big copy) {
  shown = &copy;
  pthread_exit(0);
}

void *worker(void *arg) {
  struct big own = {{1, 2, 3}};
  publish(own);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  while (1)
    if (shown != 0 && shown->values[2] != 3)
      return 1;
}
