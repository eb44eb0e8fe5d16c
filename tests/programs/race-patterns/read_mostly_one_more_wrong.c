// Main adds a route when threads run already.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);
unsigned __VERIFIER_nondet_uint(void);

#define ROUTES 8

struct route {
  unsigned network;
  unsigned gateway;
};

static struct route routes[ROUTES];
static unsigned route_count;

static void add_route(unsigned network, unsigned gateway) {
  if (route_count == ROUTES)
    return;
  routes[route_count].network = network;
  routes[route_count].gateway = gateway;
  route_count++;
}

static unsigned gateway_of(unsigned network) {
  for (unsigned i = 0; i < route_count; i++)
    if (routes[i].network == network)
      return routes[i].gateway;
  return 0;
}

static void *forward(void *argument) {
  unsigned dropped = 0;
  while (__VERIFIER_nondet_bool())
    if (gateway_of(__VERIFIER_nondet_uint()) == 0)
      dropped++;
  return 0;
}

int main(void) {
  pthread_t thread;
  for (unsigned i = 1; i < 5; i++)
    add_route(i, 100 + i);
  while (__VERIFIER_nondet_bool())
    pthread_create(&thread, 0, forward, 0);
  add_route(7, 107);
  return gateway_of(2) != 102;
}
