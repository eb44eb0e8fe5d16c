// What counter_module.c offers.
#pragma once

extern int counter;
extern const int limits[2];

void increase(void);
int current(void);
