// One of sixteen threads takes the two locks in the opposite order.
#include <pthread.h>

static pthread_mutex_t from = PTHREAD_MUTEX_INITIALIZER, to = PTHREAD_MUTEX_INITIALIZER,
                       turn = PTHREAD_MUTEX_INITIALIZER;
static int moved, turns;

static void wait_a_little(int rounds) {
  for (int i = 0; i < rounds; ++i) {
    pthread_mutex_lock(&turn);
    ++turns;
    pthread_mutex_unlock(&turn);
  }
}

static void *forwards(void *arg) {
  wait_a_little(10);
  pthread_mutex_lock(&from);
  pthread_mutex_lock(&to);
  ++moved;
  pthread_mutex_unlock(&to);
  pthread_mutex_unlock(&from);
  return arg;
}

static void *backwards(void *arg) {
  wait_a_little(60);
  pthread_mutex_lock(&to);
  pthread_mutex_lock(&from);
  --moved;
  pthread_mutex_unlock(&from);
  pthread_mutex_unlock(&to);
  return arg;
}

int main(void) {
  pthread_t threads[16];
  for (int i = 0; i < 16; ++i)
    pthread_create(&threads[i], 0, i == 11 ? backwards : forwards, 0);
  for (int i = 0; i < 16; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
