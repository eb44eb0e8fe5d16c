// The consumer waits for one of the two producers only.
#include <pthread.h>

static struct {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int done;
} phase = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

static int left_half, right_half;

static void finish(void) {
  pthread_mutex_lock(&phase.mutex);
  phase.done++;
  pthread_cond_broadcast(&phase.changed);
  pthread_mutex_unlock(&phase.mutex);
}

static void *produce_left(void *argument) {
  left_half = 7;
  finish();
  return 0;
}

static void *produce_right(void *argument) {
  right_half = 35;
  finish();
  return 0;
}

int main(void) {
  pthread_t left, right;
  pthread_create(&left, 0, produce_left, 0);
  pthread_create(&right, 0, produce_right, 0);
  pthread_mutex_lock(&phase.mutex);
  while (phase.done < 1)
    pthread_cond_wait(&phase.changed, &phase.mutex);
  pthread_mutex_unlock(&phase.mutex);
  return left_half + right_half != 42;
}
