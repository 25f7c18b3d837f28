// The functions of cairo that Footfall calls; the first call loads the library.
#include "CCairo.h"

#include <CLazyLibrary.h>

FOOTFALL_LAZY_LIBRARY(cairo, "libcairo.so.2")
FOOTFALL_LAZY(cairo, cairo_create)
FOOTFALL_LAZY(cairo, cairo_destroy)
FOOTFALL_LAZY(cairo, cairo_fill)
FOOTFALL_LAZY(cairo, cairo_image_surface_create)
FOOTFALL_LAZY(cairo, cairo_line_to)
FOOTFALL_LAZY(cairo, cairo_move_to)
FOOTFALL_LAZY(cairo, cairo_rectangle)
FOOTFALL_LAZY(cairo, cairo_select_font_face)
FOOTFALL_LAZY(cairo, cairo_set_dash)
FOOTFALL_LAZY(cairo, cairo_set_font_size)
FOOTFALL_LAZY(cairo, cairo_set_line_join)
FOOTFALL_LAZY(cairo, cairo_set_line_width)
FOOTFALL_LAZY(cairo, cairo_set_source_rgb)
FOOTFALL_LAZY(cairo, cairo_show_text)
FOOTFALL_LAZY(cairo, cairo_status)
FOOTFALL_LAZY(cairo, cairo_status_to_string)
FOOTFALL_LAZY(cairo, cairo_stroke)
FOOTFALL_LAZY(cairo, cairo_surface_destroy)
FOOTFALL_LAZY(cairo, cairo_surface_finish)
FOOTFALL_LAZY(cairo, cairo_surface_status)
FOOTFALL_LAZY(cairo, cairo_surface_write_to_png_stream)
FOOTFALL_LAZY(cairo, cairo_svg_surface_create_for_stream)
FOOTFALL_LAZY(cairo, cairo_text_extents)

const char *footfall_cairo_problem(void) { return footfall_lazy_problem_of(&footfall_lazy_library_cairo); }
