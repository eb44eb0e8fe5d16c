// Each of two threads counts in a global of its own; main adds both up after it has joined both.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

struct counts {
  unsigned reads;
  unsigned writes;
};

static struct counts reader_counts, writer_counts;

static void *reader(void *argument) {
  while (__VERIFIER_nondet_bool())
    reader_counts.reads++;
  return 0;
}

static void *writer(void *argument) {
  while (__VERIFIER_nondet_bool()) {
    writer_counts.writes++;
    if (__VERIFIER_nondet_bool())
      writer_counts.reads++;
  }
  return 0;
}

static unsigned total(const struct counts *counts) { return counts->reads + counts->writes; }

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, reader, 0);
  pthread_create(&second, 0, writer, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return total(&reader_counts) + total(&writer_counts) == 0;
}
