// They are destroyed before the threads are joined.
#include <pthread.h>

#define N 4

static struct {
  pthread_mutex_t lock;
  int value;
} first, second;

static void change(int by) {
  pthread_mutex_lock(&first.lock);
  first.value += by;
  pthread_mutex_unlock(&first.lock);
  pthread_mutex_lock(&second.lock);
  second.value -= by;
  pthread_mutex_unlock(&second.lock);
}

static void *work(void *arg) {
  for (int i = 0; i < 100; i++)
    change((int)(long)arg);
  return NULL;
}

int main(void) {
  pthread_t t[N];
  pthread_mutex_init(&first.lock, NULL);
  pthread_mutex_init(&second.lock, NULL);
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], NULL, work, (void *)(long)i);
  pthread_mutex_destroy(&second.lock);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
  pthread_mutex_destroy(&first.lock);
  return first.value + second.value;
}
