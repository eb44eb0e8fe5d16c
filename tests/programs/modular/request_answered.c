// A request goes to a server through one slot and goes on through another; all three threads write it, one after the
// other.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct request {
  int question, answer;
};

_Atomic(struct request *) requests, answers;

void *server(void *argument) {
  struct request *request = atomic_exchange(&requests, 0);
  if (!request)
    return 0;
  request->answer = request->question + 1;
  atomic_store(&answers, request);
  return 0;
}

void *client(void *argument) {
  struct request *request = malloc(sizeof *request);
  if (!request)
    return 0;
  request->question = 1;
  request->answer = 0;
  atomic_store(&requests, request);
  return 0;
}

void *collector(void *argument) {
  struct request *answered = atomic_exchange(&answers, 0);
  if (answered) {
    answered->question = 0;
    free(answered);
  }
  return 0;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, 0, server, 0);
  pthread_create(&two, 0, client, 0);
  pthread_create(&three, 0, collector, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  pthread_join(three, 0);
  return 0;
}
