// A thread that waits for a semaphore that is never posted; prepared for cancellation by another thread.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t items;
static int handled;

static void clean(void *count) { *(int *)count += 1; }

static void *consumer(void *argument) {
  pthread_cleanup_push(clean, argument);
  for (;;)
    sem_wait(&items);
  pthread_cleanup_pop(0);
  return 0;
}

int main(void) {
  pthread_t thread;
  sem_init(&items, 0, 1);
  pthread_create(&thread, 0, consumer, &handled);
  pthread_cancel(thread);
  pthread_join(thread, 0);
  assert(handled == 1);
  return 0;
}
