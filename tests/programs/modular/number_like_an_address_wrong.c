// 2^40 is the address of the first object in the model; as a number it may become zero.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

long number;

int main(void) {
  number = 1L << 40;
  if (__VERIFIER_nondet_uint() != 123456789)
    number += 1;
  number -= 1L << 40;
  if (number == 0)
    reach_error();
  return 0;
}
