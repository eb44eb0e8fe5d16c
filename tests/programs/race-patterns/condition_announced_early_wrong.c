// The flag is set before the result has been computed.
#include <pthread.h>

struct task {
  pthread_mutex_t mutex;
  pthread_cond_t finished_changed;
  int finished;
  long result;
};

static struct task task = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};

static long fibonacci(int n) {
  long a = 0, b = 1;
  for (int i = 0; i < n; i++) {
    const long next = a + b;
    a = b;
    b = next;
  }
  return a;
}

static void *run(void *argument) {
  pthread_mutex_lock(&task.mutex);
  task.finished = 1;
  pthread_cond_signal(&task.finished_changed);
  pthread_mutex_unlock(&task.mutex);
  task.result = fibonacci(6);
  return 0;
}

static long wait_for_result(void) {
  pthread_mutex_lock(&task.mutex);
  while (!task.finished)
    pthread_cond_wait(&task.finished_changed, &task.mutex);
  pthread_mutex_unlock(&task.mutex);
  return task.result;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, 0, run, 0);
  const long result = wait_for_result();
  pthread_join(worker, 0);
  return result != 8;
}
