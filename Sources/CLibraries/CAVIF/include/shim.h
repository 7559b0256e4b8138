#pragma once
#include <avif/avif.h>
#include <stdbool.h>
/* Whether libavif can be opened; nothing of it may be called before. */
bool cavif_is_there(void);
