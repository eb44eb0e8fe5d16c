// Each account has its own mutex; a transfer takes both in the order of their numbers.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

struct account {
  pthread_mutex_t mutex;
  long balance;
};

static struct account savings = {PTHREAD_MUTEX_INITIALIZER, 1000};
static struct account current = {PTHREAD_MUTEX_INITIALIZER, 200};

static void move(struct account *from, struct account *to, long amount) {
  if (from->balance < amount)
    return;
  from->balance -= amount;
  to->balance += amount;
}

static void *transfer(void *argument) {
  const int back = __VERIFIER_nondet_bool();
  pthread_mutex_lock(&savings.mutex);
  pthread_mutex_lock(&current.mutex);
  if (back)
    move(&current, &savings, 10);
  else
    move(&savings, &current, 10);
  pthread_mutex_unlock(&current.mutex);
  pthread_mutex_unlock(&savings.mutex);
  return 0;
}

static void *pay_interest(void *argument) {
  pthread_mutex_lock(&savings.mutex);
  savings.balance += savings.balance / 100;
  pthread_mutex_unlock(&savings.mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  for (;;) {
    pthread_create(&thread, 0, transfer, 0);
    pthread_create(&thread, 0, pay_interest, 0);
  }
}
