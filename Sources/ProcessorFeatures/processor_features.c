#include "processor_features.h"

int processor_has_haswell_instructions(void) {
#if defined(__x86_64__)
  // Asks the operating system as well whether it saves the wide registers. LZCNT, MOVBE and F16C come with the others.
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2");
#else
  return 0;
#endif
}
