// Each thread gets an element of an array on the heap, and copies a member beside the lock that it holds.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
  int balance;
  pthread_mutex_t mutex;
  int previous;
};

static void *deposit(void *arg) {
  struct account *account = arg;
  pthread_mutex_lock(&account->mutex);
  account->previous = account->balance;
  account->balance += 5;
  pthread_mutex_unlock(&account->mutex);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  struct account *accounts = calloc(2, sizeof *accounts);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_init(&accounts[i].mutex, 0);
    accounts[i].balance = 10;
  }
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, deposit, &accounts[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  assert(accounts[0].balance == 15 && accounts[1].previous == 10);
  free(accounts);
  return 0;
}
