// A tagged union: the tag says which member is alive.
#include <assert.h>

struct value {
  enum { NUMBER, POINTER, REAL } tag;
  union {
    long number;
    const int *pointer;
    double real;
  };
};

static const int answer = 42;

static int toInt(struct value v) {
  switch (v.tag) {
  case NUMBER:
    return (int)v.number;
  case POINTER:
    return *v.pointer;
  case REAL:
    return (int)v.real;
  }
  return -1;
}

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  struct value v;
  v.tag = __VERIFIER_nondet_uchar() % 3;
  if (v.tag == NUMBER)
    v.number = 42;
  else if (v.tag == POINTER)
    v.pointer = &answer;
  else
    v.real = 42.75;
  assert(toInt(v) == 42);
  return 0;
}
