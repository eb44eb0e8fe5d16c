// A writer fills the back buffer and then flips an atomic index; the reader acknowledges before the writer may
// fill the other buffer again.
#include <pthread.h>
#include <stdatomic.h>

#define FRAMES 2

static int frames[2];
static atomic_int front = -1; // the buffer that the reader may use, -1: none

static void *render(void *argument) {
  for (int i = 0; i < FRAMES; i++) {
    frames[i % 2] = 100 + i;
    while (atomic_load(&front) != -1)
      ;
    atomic_store(&front, i % 2);
  }
  return 0;
}

static void *show(void *argument) {
  long shown = 0;
  for (int i = 0; i < FRAMES; i++) {
    int buffer = -1;
    while (buffer == -1)
      buffer = atomic_load(&front);
    shown += frames[buffer];
    atomic_store(&front, -1);
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
