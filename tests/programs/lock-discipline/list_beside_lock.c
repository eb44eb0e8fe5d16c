// The heads of lists are in one struct with a mutex, at an index that is not constant: their pointers are no lock.
#include <pthread.h>
#include <stddef.h>

struct link {
  struct link *next, *previous;
};

struct wheel {
  pthread_mutex_t lock;
  unsigned now;
  struct link slots[2];
};

static struct wheel wheel;
static struct link timer;

static void append(struct link *head, struct link *link) {
  link->previous = head->previous;
  link->next = head;
  head->previous->next = link;
  head->previous = link;
}

static void detach(struct link *link) {
  link->previous->next = link->next;
  link->next->previous = link->previous;
}

int main(void) {
  for (size_t i = 0; i < 2; i++)
    wheel.slots[i].next = wheel.slots[i].previous = &wheel.slots[i];
  pthread_mutex_lock(&wheel.lock);
  append(&wheel.slots[wheel.now % 2], &timer);
  detach(&timer);
  pthread_mutex_unlock(&wheel.lock);
  return 0;
}
