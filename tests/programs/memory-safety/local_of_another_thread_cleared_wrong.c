// The local of a thread is used by another one, which may be later than the end of its life. Main clears the pointer.
#include <pthread.h>

int *shared;
int target;
pthread_barrier_t both;

void *owner(void *arg) {
  int mine = 0;
  shared = &mine;
  pthread_barrier_wait(&both);
  return 0;
}

void *user(void *arg) {
  pthread_barrier_wait(&both);
  target = *shared;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_barrier_init(&both, 0, 2);
  pthread_create(&first, 0, owner, 0);
  pthread_create(&second, 0, user, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  shared = 0;
  return 0;
}
