// A small machine that interprets bytecode: a switch in a loop, a stack, jumps.
#include "checksum.h"

enum { PUSH, ADD, MULTIPLY, SWAP, DUPLICATE, JUMP_IF, DECREMENT, EMIT, STOP };

// Computes 6! by counting down, and emits every product on the way.
static const signed char code[] = {PUSH, 1,    PUSH, 6,         DUPLICATE, EMIT, SWAP, MULTIPLY, DUPLICATE,
                                   EMIT, STOP, PUSH, -3,        JUMP_IF,   2,    STOP};

static void interpret(const signed char *program, unsigned long start) {
  unsigned long stack[16] = {start};
  unsigned long *top = stack;
  int fuel = 100;
  for (const signed char *at = program; fuel-- > 0;) {
    switch (*at++) {
    case PUSH:
      *++top = (unsigned long)*at++;
      continue;
    case ADD:
      top[-1] += *top;
      top--;
      break;
    case MULTIPLY:
      top[-1] *= *top;
      top--;
      break;
    case SWAP: {
      const unsigned long saved = *top;
      *top = top[-1];
      top[-1] = saved;
    } break;
    case DUPLICATE:
      top[1] = *top;
      top++;
      break;
    case DECREMENT:
      --*top;
      break;
    case JUMP_IF:
      at = *top ? program + *at : at + 1;
      break;
    case EMIT:
      mix(*top);
      break;
    default:
      mix((unsigned long)(top - stack));
      return;
    }
    mix((unsigned long)(at - program));
  }
  mix(*top);
}

// Counts down from its start value for ever; the fuel ends it.
static const signed char countdown[] = {DECREMENT, EMIT, DUPLICATE, PUSH, 3, ADD, MULTIPLY, JUMP_IF, 0, STOP};

static void first(void) { interpret(code, 5); }
static void second(void) { interpret(countdown, 3); }

int main(void) {
  compare(0, first);
  compare(1, second);
  return finish();
}
