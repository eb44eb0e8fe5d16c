// The branch in which mtx_trylock fails writes.
#include <threads.h>

mtx_t mutex;
int counter;

int worker(void *argument) {
  if (mtx_trylock(&mutex) == thrd_success) {
    counter++;
    mtx_unlock(&mutex);
  } else {
    counter = 0;
  }
  return 0;
}

int main(void) {
  thrd_t t, u;
  mtx_init(&mutex, mtx_plain);
  thrd_create(&t, worker, 0);
  thrd_create(&u, worker, 0);
  thrd_join(t, 0);
  thrd_join(u, 0);
  mtx_destroy(&mutex);
  return counter;
}
