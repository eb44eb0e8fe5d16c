// Safe: an event on the stack of main.
#include <pthread.h>

struct Event {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int isSet;
};

void *setter(void *arg) {
  struct Event *event = arg;
  pthread_mutex_lock(&event->mutex);
  event->isSet = 1;
  pthread_cond_signal(&event->changed);
  pthread_mutex_unlock(&event->mutex);
  return 0;
}

int main(void) {
  struct Event event;
  pthread_t thread;
  pthread_mutex_init(&event.mutex, 0);
  pthread_cond_init(&event.changed, 0);
  event.isSet = 0;
  pthread_create(&thread, 0, setter, &event);
  pthread_mutex_lock(&event.mutex);
  while (!event.isSet)
    pthread_cond_wait(&event.changed, &event.mutex);
  pthread_mutex_unlock(&event.mutex);
  pthread_join(thread, 0);
  return 0;
}
