// Three threads, each of which holds one of three locks and requests the next, once, between other rounds.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static int in_a, in_b, in_c;

static void *first(void *arg) {
  for (int i = 0; i < 150; ++i) {
    pthread_mutex_lock(&a);
    ++in_a;
    pthread_mutex_unlock(&a);
  }
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  in_a += in_b;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return arg;
}

static void *second(void *arg) {
  for (int i = 0; i < 300; ++i) {
    pthread_mutex_lock(&b);
    ++in_b;
    pthread_mutex_unlock(&b);
  }
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&c);
  in_b += in_c;
  pthread_mutex_unlock(&c);
  pthread_mutex_unlock(&b);
  return arg;
}

static void *third(void *arg) {
  pthread_mutex_lock(&c);
  pthread_mutex_lock(&a);
  in_c += in_a;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&c);
  for (int i = 0; i < 300; ++i) {
    pthread_mutex_lock(&c);
    ++in_c;
    pthread_mutex_unlock(&c);
  }
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_create(&threads[2], 0, third, 0);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
