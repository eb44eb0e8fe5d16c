// A thread retires an object and unregisters at once, while main collects: the object is released exactly once, by main
// or by the end of the domain. The record of the thread can be used again.
#include "epoch.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

static struct epoch_domain domain;
static int releases;

static void release_object(struct epoch_link *link) {
  releases++;
  free(link);
}

static void *retire_and_leave(void *argument) {
  (void)argument;
  struct epoch_link *object = malloc(sizeof *object);
  struct epoch_record *record = epoch_register(&domain);
  if (record == NULL || object == NULL)
    abort();
  epoch_retire(record, object, release_object);
  epoch_unregister(record);
  return NULL;
}

int main(void) {
  if (epoch_domain_init(&domain) != 0)
    return EXIT_FAILURE;
  struct epoch_record *mine = epoch_register(&domain);
  if (mine == NULL)
    abort();
  pthread_t thread;
  pthread_create(&thread, NULL, retire_and_leave, NULL);
  epoch_collect(mine);
  int error = epoch_domain_destroy(&domain);
  assert(error == EBUSY);
  pthread_join(thread, NULL);
  epoch_unregister(mine);
  error = epoch_domain_destroy(&domain);
  assert(error == 0);
  assert(releases == 1);
  return EXIT_SUCCESS;
}
