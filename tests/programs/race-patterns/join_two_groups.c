// Producers and consumers, any number of each, in two arrays. Both groups are joined before the balance is read.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void *producer(void *unused) {
  pthread_mutex_lock(&lock);
  balance++;
  pthread_mutex_unlock(&lock);
  return 0;
}

static void *consumer(void *unused) {
  pthread_mutex_lock(&lock);
  if (balance > 0)
    balance--;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 20)
    return 1;
  pthread_t producers[20], consumers[20];
  for (int i = 0; i < n; i++) {
    pthread_create(&producers[i], 0, producer, 0);
    pthread_create(&consumers[i], 0, consumer, 0);
  }
  for (int i = 0; i < n; i++)
    pthread_join(producers[i], 0);
  for (int i = 0; i < n; i++)
    pthread_join(consumers[i], 0);
  return balance < 0;
}
