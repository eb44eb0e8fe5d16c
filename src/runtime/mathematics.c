// The functions of <math.h> whose result is exact and simple to state; the others are unknown functions. Clang replaces
// most calls by intrinsics of LLVM, whose meaning is in frontend/llvm_intrinsics. These bodies, made of the same
// intrinsics, are for calls that it does not replace, such as calls through pointers.
#define OF_ONE(name, meaning)                                                                                          \
  double name(double x) { return meaning(x); }                                                                         \
  float name##f(float x) { return meaning(x); }
#define OF_TWO(name, meaning)                                                                                          \
  double name(double x, double y) { return meaning(x, y); }                                                            \
  float name##f(float x, float y) { return meaning(x, y); }

OF_ONE(fabs, __builtin_elementwise_abs)
OF_ONE(sqrt, __builtin_elementwise_sqrt)
OF_ONE(trunc, __builtin_elementwise_trunc)
OF_ONE(floor, __builtin_elementwise_floor)
OF_ONE(ceil, __builtin_elementwise_ceil)
OF_ONE(round, __builtin_elementwise_round)
OF_ONE(rint, __builtin_elementwise_rint)
OF_ONE(nearbyint, __builtin_elementwise_nearbyint)
OF_TWO(fmin, __builtin_elementwise_min)
OF_TWO(fmax, __builtin_elementwise_max)
OF_TWO(copysign, __builtin_elementwise_copysign)
