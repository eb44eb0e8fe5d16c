// A stage is detached instead of joined.
#include <pthread.h>

#define SIZE 4

static int samples[SIZE] = {4, -3, 2, -1};

static void *rectify(void *argument) {
  for (int i = 0; i < SIZE; i++)
    if (samples[i] < 0)
      samples[i] = -samples[i];
  return 0;
}

static void *smooth(void *argument) {
  for (int i = 1; i < SIZE; i++)
    samples[i] = (samples[i - 1] + samples[i]) / 2;
  return 0;
}

static void run_stage(void *(*stage)(void *)) {
  pthread_t thread;
  if (pthread_create(&thread, 0, stage, 0) != 0)
    return;
  pthread_detach(thread);
}

int main(void) {
  run_stage(rectify);
  run_stage(smooth);
  return samples[0] != 4;
}
