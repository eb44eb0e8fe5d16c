// Two transfers between accounts, in opposite directions. Each locks the account that it takes from, then the other.
//
// Wrong. When both have locked their first account, each waits for the other, for ever. transfer_fixed.c locks the
// account with the smaller number first.
//
//   heddle verify --property no-deadlock transfer.c   false
#include <pthread.h>

struct account {
  int number;
  long balance;
  pthread_mutex_t mutex;
};

static struct account savings = {1, 100, PTHREAD_MUTEX_INITIALIZER};
static struct account cheque = {2, 100, PTHREAD_MUTEX_INITIALIZER};

static void transfer(struct account *from, struct account *to, long amount) {
  pthread_mutex_lock(&from->mutex);
  pthread_mutex_lock(&to->mutex);
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
