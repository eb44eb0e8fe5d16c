// The message is published by a relaxed store, which orders nothing.
#include <pthread.h>
#include <stdatomic.h>

struct message {
  int kind;
  int payload;
};

static struct message message;
static _Atomic(struct message *) mailbox;

static void *send_message(void *argument) {
  message.kind = 1;
  message.payload = 42;
  atomic_store_explicit(&mailbox, &message, memory_order_relaxed);
  return 0;
}

static int handle(const struct message *received) { return received->kind == 1 ? received->payload : 0; }

static void *receive(void *argument) {
  struct message *received = 0;
  while (!received)
    received = atomic_exchange_explicit(&mailbox, 0, memory_order_acquire);
  received->kind = handle(received);
  return 0;
}

int main(void) {
  pthread_t sender, receiver;
  pthread_create(&receiver, 0, receive, 0);
  pthread_create(&sender, 0, send_message, 0);
  pthread_join(sender, 0);
  pthread_join(receiver, 0);
  return message.payload != 42;
}
