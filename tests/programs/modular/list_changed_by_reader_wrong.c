// As list_read_by_readers.c, but readers count in the entries how often they are found.
#include <pthread.h>
#include <stdlib.h>

struct entry {
  int key, value;
  struct entry *next;
};

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct entry *entries;

static void *writer(void *argument) {
  for (int i = 0;; i++) {
    struct entry *entry = malloc(sizeof *entry);
    if (!entry)
      return argument;
    entry->key = entry->value = i;
    pthread_rwlock_wrlock(&lock);
    entry->next = entries;
    entries = entry;
    pthread_rwlock_unlock(&lock);
  }
}

static void *reader(void *argument) {
  for (int key = 0;; key = (key + 1) % 10) {
    int value = 0;
    pthread_rwlock_rdlock(&lock);
    for (struct entry *entry = entries; entry; entry = entry->next)
      if (entry->key == key)
        value = entry->value++;
    pthread_rwlock_unlock(&lock);
    if (value == 7)
      return argument;
  }
}

static void *remover(void *argument) {
  for (;;) {
    pthread_rwlock_wrlock(&lock);
    struct entry *entry = entries;
    if (entry)
      entries = entry->next;
    pthread_rwlock_unlock(&lock);
    if (!entry)
      return argument;
    entry->value = 0;
    free(entry);
  }
}

int main(void) {
  pthread_t thread;
  for (;;) {
    pthread_create(&thread, 0, writer, 0);
    pthread_create(&thread, 0, reader, 0);
    pthread_create(&thread, 0, remover, 0);
  }
}
