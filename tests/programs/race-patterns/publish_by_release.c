// A configuration is filled once and published by a release store; any number of threads use it as soon as an
// acquire load shows it.
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

static struct {
  int port;
  int backlog;
} settings;
static atomic_int published;

static void *load_settings(void *argument) {
  settings.port = 8080;
  settings.backlog = 16;
  atomic_store_explicit(&published, 1, memory_order_release);
  return 0;
}

static int port_or_default(void) {
  if (!atomic_load_explicit(&published, memory_order_acquire))
    return 80;
  return settings.backlog > 0 ? settings.port : 80;
}

static void *client(void *argument) {
  int port = 80;
  while (port == 80 && __VERIFIER_nondet_bool())
    port = port_or_default();
  return 0;
}

int main(void) {
  pthread_t loader, thread;
  pthread_create(&loader, 0, load_settings, 0);
  while (__VERIFIER_nondet_bool())
    pthread_create(&thread, 0, client, 0);
  return 0;
}
