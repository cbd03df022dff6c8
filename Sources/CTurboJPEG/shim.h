#include <turbojpeg.h>

// The version stands in a header of the other interface, which need not be installed.
#if defined(__has_include)
#if __has_include(<jconfig.h>)
#include <jconfig.h>
#endif
#endif
#define ANIMGIF_TEXT_OF(value) #value
#define ANIMGIF_TEXT(value) ANIMGIF_TEXT_OF(value)
#ifdef LIBJPEG_TURBO_VERSION
static const char *const animgif_turbojpeg_version = ANIMGIF_TEXT(LIBJPEG_TURBO_VERSION);
#else
static const char *const animgif_turbojpeg_version = "of unknown version";
#endif
