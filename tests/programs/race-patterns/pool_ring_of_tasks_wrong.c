// A worker reads the number of tasks after it has released the mutex.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define QUEUE_SIZE 16
#define WORKERS 4

typedef struct {
  int a, b;
} task_t;

task_t queue[QUEUE_SIZE];
int task_count = 0;
int head = 0, tail = 0;
int stop = 0;
long executed = 0;

pthread_mutex_t mutex_queue;
pthread_cond_t cond_queue;

void submit(task_t task) {
  pthread_mutex_lock(&mutex_queue);
  if (task_count < QUEUE_SIZE) {
    queue[tail] = task;
    tail = (tail + 1) % QUEUE_SIZE;
    task_count++;
  }
  pthread_mutex_unlock(&mutex_queue);
  pthread_cond_signal(&cond_queue);
}

void *start_thread(void *args) {
  (void)args;
  while (1) {
    task_t task;
    pthread_mutex_lock(&mutex_queue);
    while (task_count == 0 && !stop)
      pthread_cond_wait(&cond_queue, &mutex_queue);
    if (task_count == 0) {
      pthread_mutex_unlock(&mutex_queue);
      break;
    }
    task = queue[head];
    head = (head + 1) % QUEUE_SIZE;
    task_count--;
    executed += task.a + task.b;
    pthread_mutex_unlock(&mutex_queue);
    if (task_count > QUEUE_SIZE / 2)
      sched_yield();
  }
  return NULL;
}

int main(int argc, char *argv[]) {
  pthread_t th[WORKERS];
  pthread_mutex_init(&mutex_queue, NULL);
  pthread_cond_init(&cond_queue, NULL);
  int i;
  for (i = 0; i < WORKERS; i++) {
    if (pthread_create(&th[i], NULL, &start_thread, NULL) != 0)
      perror("Failed to create the thread");
  }
  for (i = 0; i < 100; i++) {
    task_t t = {.a = i, .b = i * 2};
    submit(t);
  }
  pthread_mutex_lock(&mutex_queue);
  stop = 1;
  pthread_mutex_unlock(&mutex_queue);
  pthread_cond_broadcast(&cond_queue);
  for (i = 0; i < WORKERS; i++) {
    if (pthread_join(th[i], NULL) != 0)
      perror("Failed to join the thread");
  }
  pthread_mutex_destroy(&mutex_queue);
  pthread_cond_destroy(&cond_queue);
  return 0;
}
