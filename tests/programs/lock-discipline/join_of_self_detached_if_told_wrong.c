// Whether the thread detaches itself depends on the schedule.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int told;

static void *run(void *argument) {
  if (told)
    pthread_detach(pthread_self());
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  told = 1;
  pthread_join(thread, 0);
  return 0;
}
