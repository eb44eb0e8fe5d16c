// As write_after_known_loop_wrong.c, but the first thread writes another byte.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char text[4] = "ab", *heap;

static pthread_t start(void *(*f)(void *)) {
  pthread_t thread;
  pthread_create(&thread, 0, f, 0);
  return thread;
}

void *clears(void *arg) {
  snprintf(heap + 3, 1, "%s", "yz");
  return 0;
}

void *copies(void *arg) {
  snprintf(heap, 3, "%s", text);
  return 0;
}

int main(void) {
  heap = calloc(4, 1);
  start(clears);
  start(copies);
  memmove(text, heap, 0);
  return 0;
}
