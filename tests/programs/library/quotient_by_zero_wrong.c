// div divides as the operator does.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) { return div(100, __VERIFIER_nondet_int()).quot > 7; }
