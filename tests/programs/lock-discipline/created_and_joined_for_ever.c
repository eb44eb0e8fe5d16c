// Threads that release their locks: handles are used again, so there are finitely many states.
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t mutex;
  int balance;
};
static struct account account = {PTHREAD_MUTEX_INITIALIZER, 0};

static void *run(void *argument) {
  struct account *mine = argument;
  pthread_mutex_lock(&mine->mutex);
  mine->balance++;
  assert(mine->balance == 1);
  mine->balance--;
  pthread_mutex_unlock(&mine->mutex);
  return 0;
}

int main(void) {
  while (1) {
    pthread_t thread;
    pthread_create(&thread, 0, run, &account);
    pthread_join(thread, 0);
  }
}
