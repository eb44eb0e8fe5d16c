// Threads open and close files of their own.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static void *thread(void *name) {
  FILE *file = fopen(name, "w");
  if (file == NULL)
    return 0;
  assert(file != stdout);
  fprintf(file, "%s\n", (char *)name);
  fclose(file);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, thread, "first");
  thread("second");
  pthread_join(other, 0);
  return 0;
}
