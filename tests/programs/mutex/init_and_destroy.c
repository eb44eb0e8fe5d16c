// A mutex in heap memory, found through a pointer, with init and destroy.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct account {
  pthread_mutex_t lock;
  int balance;
};

void *deposit(void *arg) {
  struct account *account = arg;
  pthread_mutex_lock(&account->lock);
  account->balance += 5;
  pthread_mutex_unlock(&account->lock);
  return 0;
}

int main(void) {
  pthread_t t;
  struct account *account = malloc(sizeof *account);
  pthread_mutex_init(&account->lock, 0);
  account->balance = 0;
  pthread_create(&t, 0, deposit, account);
  deposit(account);
  pthread_join(t, 0);
  assert(account->balance == 10);
  pthread_mutex_destroy(&account->lock);
  free(account);
  return 0;
}
