# 1 "preprocessed.c"
# 1 "<built-in>" 1
# 1 "<command-line>" 1
# 1 "preprocessed.c"
# 1 "include/stdlib.h" 1
extern void abort(void) __attribute__((__noreturn__));
typedef unsigned int size_t;
# 2 "preprocessed.c" 2
void reach_error() {}
extern unsigned char __VERIFIER_nondet_uchar(void);
typedef unsigned long int pthread_t;
typedef union {
  char __size[36];
  long int __align;
} pthread_attr_t;
extern int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);

long total;

void *worker(void *argument) {
  total = total + *(unsigned char *)argument;
  return 0;
}

int main() {
  pthread_t thread;
  unsigned char input = __VERIFIER_nondet_uchar();
  pthread_create(&thread, 0, worker, &input);
  pthread_join(thread, 0);
  if (total != input || sizeof(size_t) != sizeof(long))
    reach_error();
  return 0;
}
