// Locks are taken in the order of their addresses; the race has nothing to do with it.
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int balance;
} *accounts[2];
int transfers;

static void transfer(struct account *from, struct account *to) {
  struct account *first = from < to ? from : to;
  struct account *second = from < to ? to : from;
  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
  from->balance--;
  to->balance++;
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
  transfers++;
}

void *worker(void *arg) {
  transfer(accounts[0], accounts[1]);
  return arg;
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    accounts[i] = calloc(1, sizeof *accounts[i]);
    pthread_mutex_init(&accounts[i]->lock, 0);
  }
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  transfer(accounts[1], accounts[0]);
  pthread_join(thread, 0);
  return 0;
}
