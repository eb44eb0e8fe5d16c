// The functions of <math.h> whose result is exact and simple to state; the others are unknown functions.
#define INTEGERS_ONLY_FROM 4503599627370496.0 // 2 to the 52nd: above it every double is an integer

double fabs(double x) { return x <= 0.0 ? 0.0 - x : x; }
float fabsf(float x) { return x <= 0.0F ? 0.0F - x : x; }

double sqrt(double x) { return __builtin_elementwise_sqrt(x); }
float sqrtf(float x) { return __builtin_elementwise_sqrt(x); }

// Every comparison with not-a-number is false, so it is returned unchanged.
static _Bool hasFraction(double x) { return x > -INTEGERS_ONLY_FROM && x < INTEGERS_ONLY_FROM; }

double trunc(double x) {
  if (!hasFraction(x))
    return x;
  const double integer = (double)(long long)x;
  return integer == 0.0 && x <= 0.0 ? x * 0.0 : integer;
}

double floor(double x) {
  const double integer = trunc(x);
  return integer > x ? integer - 1.0 : integer;
}

double ceil(double x) {
  const double integer = trunc(x);
  return integer < x ? integer + 1.0 : integer;
}

double round(double x) {
  const double integer = trunc(x);
  if (x - integer >= 0.5)
    return integer + 1.0;
  return integer - x >= 0.5 ? integer - 1.0 : integer;
}

float truncf(float x) { return (float)trunc(x); }
float floorf(float x) { return (float)floor(x); }
float ceilf(float x) { return (float)ceil(x); }
float roundf(float x) { return (float)round(x); }

double fmin(double x, double y) { return x != x || y < x ? y : x; }
double fmax(double x, double y) { return x != x || y > x ? y : x; }
float fminf(float x, float y) { return x != x || y < x ? y : x; }
float fmaxf(float x, float y) { return x != x || y > x ? y : x; }
