// Each instruction, its operands, and its flags.
#include <assert.h>

int main(void) {
  int x = 12;
  long wide = 1;
  unsigned char byte = 200, flag;
  __asm__("lock subl %2, %0; sete %1" : "+m"(x), "=qm"(flag) : "er"(12) : "cc");
  assert(x == 0 && flag == 1);
  __asm__("lock; decl %0\n\tsetz %1" : "+m"(x), "=q"(flag) : : "memory");
  assert(x == -1 && flag == 0);
  __asm__("lock; andl %1, %0" : "+m"(x) : "ir"(0xf0));
  __asm__("lock orl $3, %0" : "+m"(x));
  __asm__("lock xorl %1, %0" : "+m"(x) : "r"(1));
  assert(x == 0xf2);
  __asm__("lock addb $100, %0; setc %1" : "+m"(byte), "=q"(flag));
  assert(byte == 44 && flag == 1);
  int bit;
  __asm__("lock btsq %2, %1; sbbl %0, %0" : "=r"(bit), "+m"(wide) : "Jr"(40L));
  assert(bit == 0 && wide == (1L << 40) + 1);
  __asm__("lock; btrl %2,%0; setc %1" : "+m"(wide), "=q"(flag) : "Ir"(0));
  assert(flag == 1 && wide == 1L << 40);
  unsigned words[2] = {0, 0};
  __asm__("lock; btcl %1, %0" : "+m"(words) : "r"(33));
  assert(words[0] == 0 && words[1] == 2);
  __asm__("lock; xaddq %0, %1" : "+r"(wide), "+m"(*(long *)words));
  assert(wide == 2L << 32 && words[1] == (1 << 8) + 2);
  int equal;
  unsigned expected = 258, old = expected;
  __asm__("lock cmpxchgl %3, %1" : "=@ccz"(equal), "+m"(words[1]), "+a"(old) : "r"(5));
  assert(equal && words[1] == 5 && old == expected);
  __asm__("lock cmpxchgl %3, %1" : "=@ccz"(equal), "+m"(words[1]), "+a"(old) : "r"(6));
  assert(!equal && words[1] == 5 && old == 5);
  short half = 3, other = 4;
  __asm__("xchgw %0, %1" : "+r"(half), "+m"(other));
  assert(half == 4 && other == 3);
  int *pointer = &x, value;
  __asm__("movl (%1), %0" : "=r"(value) : "r"(pointer) : "memory");
  assert(value == 0xf2);
  return 0;
}
