// The thread that gives up the last reference destroys and frees: the mutex itself orders this after all uses.
#include <pthread.h>
#include <stdlib.h>
struct shared {
  pthread_mutex_t m;
  int users;
};

static void leave(struct shared *s) {
  pthread_mutex_lock(&s->m);
  const int left = --s->users;
  pthread_mutex_unlock(&s->m);
  if (left == 0) {
    pthread_mutex_destroy(&s->m);
    free(s);
  }
}

void *worker(void *arg) {
  leave(arg);
  return 0;
}

int main(void) {
  struct shared *s = malloc(sizeof *s);
  pthread_mutex_init(&s->m, 0);
  s->users = 2;
  pthread_t t;
  pthread_create(&t, 0, worker, s);
  leave(s);
  pthread_join(t, 0);
  return 0;
}
