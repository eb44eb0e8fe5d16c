// A reader looks at a shared configuration while main replaces and collects it. The reader never sees memory that was
// released; collecting three times releases the old configuration if the reader is gone.
#include "epoch.h"

#include <assert.h>
#include <stdlib.h>

struct configuration {
  struct epoch_link link; // the first member: a pointer to it is a pointer to the configuration
  int version;
};

static struct epoch_domain domain;
static _Atomic(struct configuration *) current;

static struct configuration *make_configuration(int version) {
  struct configuration *configuration = malloc(sizeof *configuration);
  if (configuration == NULL)
    abort();
  configuration->version = version;
  return configuration;
}

static void release_configuration(struct epoch_link *link) { free((struct configuration *)link); }

static void *read_twice(void *argument) {
  struct epoch_record *record = argument;
  epoch_enter(record);
  const struct configuration *first = atomic_load_explicit(&current, memory_order_acquire);
  const struct configuration *second = atomic_load_explicit(&current, memory_order_acquire);
  assert(first->version <= second->version);
  epoch_exit(record);
  epoch_unregister(record);
  return NULL;
}

int main(void) {
  if (epoch_domain_init(&domain) != 0)
    return EXIT_FAILURE;
  struct epoch_record *mine = epoch_register(&domain);
  struct epoch_record *of_reader = epoch_register(&domain);
  if (mine == NULL || of_reader == NULL)
    abort();
  atomic_store_explicit(&current, make_configuration(1), memory_order_release);
  pthread_t reader;
  pthread_create(&reader, NULL, read_twice, of_reader);

  struct configuration *replacement = make_configuration(2);
  struct configuration *old = atomic_exchange_explicit(&current, replacement, memory_order_acq_rel);
  epoch_retire(mine, &old->link, release_configuration);
  size_t released = epoch_collect(mine);
  released += epoch_collect(mine);
  assert(released <= 1);

  pthread_join(reader, NULL);
  released += epoch_collect(mine);
  released += epoch_collect(mine);
  assert(released == 1);
  epoch_unregister(mine);
  const int error = epoch_domain_destroy(&domain);
  assert(error == 0);
  free(atomic_load_explicit(&current, memory_order_relaxed));
  return EXIT_SUCCESS;
}
