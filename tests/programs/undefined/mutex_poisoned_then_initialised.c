// Memory is filled with bytes before the mutex in it is initialised, as allocators do.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct account {
  pthread_mutex_t m;
  int balance;
};
void *deposit(void *arg) {
  struct account *a = arg;
  pthread_mutex_lock(&a->m);
  ++a->balance;
  pthread_mutex_unlock(&a->m);
  return 0;
}
int main(void) {
  struct account *a = malloc(sizeof *a);
  pthread_t t;
  memset(a, 0xaa, sizeof *a);
  pthread_mutex_init(&a->m, 0);
  a->balance = 0;
  pthread_create(&t, 0, deposit, a);
  deposit(a);
  pthread_join(t, 0);
  assert(a->balance == 2);
  pthread_mutex_destroy(&a->m);
  free(a);
  return 0;
}
