// Two threads take two locks in opposite order, once, after many rounds in which each takes one of them.
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static int lefts, rights;

static void *moves_right(void *arg) {
  for (int i = 0; i < 100; ++i) {
    pthread_mutex_lock(&left);
    ++lefts;
    pthread_mutex_unlock(&left);
  }
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);
  ++rights;
  --lefts;
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&left);
  return arg;
}

static void *moves_left(void *arg) {
  for (int i = 0; i < 40; ++i) {
    pthread_mutex_lock(&right);
    ++rights;
    pthread_mutex_unlock(&right);
  }
  pthread_mutex_lock(&right);
  pthread_mutex_lock(&left);
  ++lefts;
  --rights;
  pthread_mutex_unlock(&left);
  pthread_mutex_unlock(&right);
  for (int i = 0; i < 60; ++i) {
    pthread_mutex_lock(&right);
    ++rights;
    pthread_mutex_unlock(&right);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, moves_right, 0);
  pthread_create(&b, 0, moves_left, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
