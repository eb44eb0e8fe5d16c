// Two threads attach at the same time: each has a place of its own, and a third one finds none.
#include "hazard.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static struct hazard_domain domain;

static void *attach(void *argument) {
  (void)argument;
  return hazard_attach(&domain);
}

int main(void) {
  hazard_init(&domain);
  pthread_t thread;
  pthread_create(&thread, NULL, attach, NULL);
  struct hazard_place *mine = hazard_attach(&domain);
  void *other;
  pthread_join(thread, &other);
  assert(mine != NULL && other != NULL && mine != other);
  assert(hazard_attach(&domain) == NULL);
  hazard_detach(&domain, mine);
  hazard_detach(&domain, other);
  hazard_destroy(&domain);
  return EXIT_SUCCESS;
}
