// mtx_lock and mtx_trylock.
#include <threads.h>

mtx_t mutex;
int counter;

int worker(void *argument) {
  mtx_lock(&mutex);
  counter++;
  mtx_unlock(&mutex);
  if (mtx_trylock(&mutex) == thrd_success) {
    counter++;
    mtx_unlock(&mutex);
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
