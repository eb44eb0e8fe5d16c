// A producer and a consumer that share a ring of four places by two counters of 8 bits, without any lock. Each writes
// only its own counter, and both go round for ever, so the counters wrap around.
// Safe: what a thread knows of the other's counter may be old, but then there is less to do than it could.
#include <assert.h>
#include <pthread.h>

unsigned char produced, consumed;

void *producer(void *arg) {
  while (1) {
    unsigned char mine = produced;
    unsigned char theirs = consumed;
    unsigned char used = mine - theirs;
    if (used < 4)
      produced = mine + 1;
  }
  return arg;
}

void *consumer(void *arg) {
  while (1) {
    unsigned char mine = consumed;
    unsigned char theirs = produced;
    unsigned char used = theirs - mine;
    assert(used <= 4);
    if (used > 0)
      consumed = mine + 1;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
