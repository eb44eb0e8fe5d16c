// memcpy reads the bytes between the members, one of which another thread writes.
#include <pthread.h>
#include <string.h>

struct pair {
  char first;
  int second;
} shared, copy;

void *writer(void *arg) {
  ((char *)&shared)[2] = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  memcpy(&copy, &shared, sizeof copy);
  pthread_join(thread, 0);
  return 0;
}
