// The reader acknowledges before it has read, and there is only one buffer.
#include <pthread.h>
#include <stdatomic.h>

#define FRAMES 2

static int frames[2];
static atomic_int front = -1; // the buffer that the reader may use, -1: none

static void *render(void *argument) {
  for (int i = 0; i < FRAMES; i++) {
    frames[0] = 100 + i;
    while (atomic_load(&front) != -1)
      ;
    atomic_store(&front, 0);
  }
  return 0;
}

static void *show(void *argument) {
  long shown = 0;
  for (int i = 0; i < FRAMES; i++) {
    int buffer = -1;
    while (buffer == -1)
      buffer = atomic_load(&front);
    atomic_store(&front, -1);
    shown += frames[buffer];
  }
  return (void *)shown;
}

int main(void) {
  pthread_t renderer, display;
  pthread_create(&renderer, 0, render, 0);
  pthread_create(&display, 0, show, 0);
  pthread_join(renderer, 0);
  pthread_join(display, 0);
  return 0;
}
