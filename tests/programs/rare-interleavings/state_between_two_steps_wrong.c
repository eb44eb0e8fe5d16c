// A race only if the auditor looks while both halves of a change are pending, in different threads.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int debit, credit, ticks;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void *payer(void *arg) {
  for (int i = 0; i < 400; ++i)
    atomic_fetch_add(&ticks, 1);
  atomic_store(&debit, 1);
  pthread_mutex_lock(&lock);
  balance = balance - 1;
  pthread_mutex_unlock(&lock);
  atomic_store(&debit, 0);
  return arg;
}

static void *payee(void *arg) {
  atomic_store(&credit, 1);
  pthread_mutex_lock(&lock);
  balance = balance + 1;
  pthread_mutex_unlock(&lock);
  atomic_store(&credit, 0);
  for (int i = 0; i < 400; ++i)
    atomic_fetch_add(&ticks, 1);
  return arg;
}

static void *auditor(void *arg) {
  if (atomic_load(&debit) && atomic_load(&credit))
    balance = 0;
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, payer, 0);
  pthread_create(&b, 0, payee, 0);
  pthread_create(&c, 0, auditor, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
