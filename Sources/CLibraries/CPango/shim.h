#pragma once
/* What text is set with: Pango finds fonts, directions and breaks, HarfBuzz glyphs, fontconfig files; Cairo draws. */
#include <cairo-ft.h>
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include <hb-ot.h>
#include <hb.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>
