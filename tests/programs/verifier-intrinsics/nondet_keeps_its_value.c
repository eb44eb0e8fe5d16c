// An input keeps the value it has, and a char input has 256 of them.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char v = __VERIFIER_nondet_uchar();
  unsigned char w = v;
  if (v > 255 || v != w || (unsigned)v * v > 65025)
    reach_error();
  return 0;
}
