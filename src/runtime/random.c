// Random numbers are inputs: any value of the range, independent of the seed.
enum { RAND_MAX = 0x7fffffff };

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

static int anyPositive(void) { return __VERIFIER_nondet_int() & RAND_MAX; }

int rand(void) { return anyPositive(); }
long random(void) { return anyPositive(); }
long lrand48(void) { return anyPositive(); }
long mrand48(void) { return __VERIFIER_nondet_int(); }
double drand48(void) { return __VERIFIER_nondet_uint() / 4294967296.0; }

int rand_r(unsigned *seed) {
  *seed = __VERIFIER_nondet_uint();
  return anyPositive();
}

void srand(unsigned seed) { (void)seed; }
void srandom(unsigned seed) { (void)seed; }
void srand48(long seed) { (void)seed; }
