// The pointer is stored with relaxed order.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct {
  int width, height;
} screen;

static _Atomic(screen *) the_screen;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static screen *get_screen(void) {
  screen *s = atomic_load_explicit(&the_screen, memory_order_acquire);
  if (s == NULL) {
    pthread_mutex_lock(&guard);
    s = atomic_load_explicit(&the_screen, memory_order_relaxed);
    if (s == NULL) {
      s = malloc(sizeof(screen));
      if (s == NULL)
        abort();
      s->width = 640;
      s->height = 480;
      atomic_store_explicit(&the_screen, s, memory_order_relaxed);
    }
    pthread_mutex_unlock(&guard);
  }
  return s;
}

static void *draw(void *arg) {
  screen *s = get_screen();
  return (void *)(long)(s->width * s->height);
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    pthread_create(t + i, NULL, draw, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  return 0;
}
