// Two transfers between accounts, in opposite directions. Both lock the account with the smaller number first.
//
// Right: threads that take locks in the same order cannot wait for each other in a cycle. transfer.c shows the deadlock
// of the obvious order.
//
//   heddle verify --property no-deadlock transfer_fixed.c   true
#include <pthread.h>

struct account {
  int number;
  long balance;
  pthread_mutex_t mutex;
};

static struct account savings = {1, 100, PTHREAD_MUTEX_INITIALIZER};
static struct account cheque = {2, 100, PTHREAD_MUTEX_INITIALIZER};

static void transfer(struct account *from, struct account *to, long amount) {
  struct account *lower = from->number < to->number ? from : to;
  struct account *higher = from->number < to->number ? to : from;
  pthread_mutex_lock(&lower->mutex);
  pthread_mutex_lock(&higher->mutex);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&to->mutex);
  pthread_mutex_unlock(&from->mutex);
}

static void *pay(void *argument) {
  transfer(&savings, &cheque, 30);
  return argument;
}

static void *save(void *argument) {
  transfer(&cheque, &savings, 20);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, pay, 0);
  pthread_create(&second, 0, save, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
