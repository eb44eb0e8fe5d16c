// Main's thread ends while a thread still uses an object on main's stack.
#include <pthread.h>
#include <stdlib.h>

static void *use(void *argument) {
  int *value = argument;
  *value = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  int value = 0;
  pthread_create(&thread, NULL, use, &value);
  pthread_exit(NULL);
}
