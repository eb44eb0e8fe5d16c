// A byte that is padding in the first member is passed on in a message.
#include <assert.h>
#include <pthread.h>

union message {
  struct {
    char kind;
    int number;
  } plain;
  unsigned char bytes[8];
};

union message mailbox;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *sender(void *arg) {
  union message m = {.bytes = {1, 9}};
  pthread_mutex_lock(&lock);
  mailbox = m;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sender, 0);
  pthread_mutex_lock(&lock);
  union message received = mailbox;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  assert(received.bytes[1] == 0);
  return 0;
}
