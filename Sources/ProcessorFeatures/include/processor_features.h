// What Swift has no word for: which instructions the processor knows, and the wish to have memory at hand soon.
#ifndef PROCESSOR_FEATURES_H
#define PROCESSOR_FEATURES_H

/// Returns 1 on an x86-64 processor that has all that Intel's Haswell brought (AVX2, FMA, BMI1 and BMI2), else 0.
int processor_has_haswell_instructions(void);

/// Asks for the cache line at `address`, to be written to. Never faults, whatever the address.
static inline void processor_prefetch(const void *address) { __builtin_prefetch(address, 1, 3); }

#endif
