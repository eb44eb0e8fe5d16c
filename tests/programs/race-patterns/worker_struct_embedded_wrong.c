// The state is set without the mutex.
#include <pthread.h>
#include <stdlib.h>

enum state { IDLE, BUSY, QUIT };

typedef struct worker {
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  enum state state;
  int input;
  int handled;
} worker;

static void *loop(void *p) {
  worker *w = p;
  pthread_mutex_lock(&w->mutex);
  for (;;) {
    while (w->state == IDLE)
      pthread_cond_wait(&w->changed, &w->mutex);
    if (w->state == QUIT)
      break;
    w->handled += w->input;
    w->state = IDLE;
    pthread_cond_broadcast(&w->changed);
  }
  pthread_mutex_unlock(&w->mutex);
  return NULL;
}

static worker *worker_start(void) {
  worker *w = malloc(sizeof *w);
  if (!w)
    exit(1);
  pthread_mutex_init(&w->mutex, NULL);
  pthread_cond_init(&w->changed, NULL);
  w->state = IDLE;
  w->input = 0;
  w->handled = 0;
  if (pthread_create(&w->thread, NULL, loop, w))
    exit(1);
  return w;
}

static void worker_do(worker *w, int input) {
  pthread_mutex_lock(&w->mutex);
  while (w->state != IDLE)
    pthread_cond_wait(&w->changed, &w->mutex);
  w->input = input;
  w->state = BUSY;
  pthread_cond_broadcast(&w->changed);
  pthread_mutex_unlock(&w->mutex);
}

static int worker_stop(worker *w) {
  w->state = QUIT;
  pthread_cond_broadcast(&w->changed);
  pthread_join(w->thread, NULL);
  int handled = w->handled;
  pthread_mutex_destroy(&w->mutex);
  pthread_cond_destroy(&w->changed);
  free(w);
  return handled;
}

int main(void) {
  worker *a = worker_start();
  worker *b = worker_start();
  for (int i = 0; i < 5; i++) {
    worker_do(a, i);
    worker_do(b, -i);
  }
  return worker_stop(a) + worker_stop(b);
}
