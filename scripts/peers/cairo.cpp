// Cairo's image surface as a player of scenes.
#include <cairo.h>

#include "player.hpp"

class CairoPlayer {
  cairo_surface_t* surface;
  cairo_t* context;

  void setColor(const RGBA& c) { cairo_set_source_rgba(context, c.red, c.green, c.blue, c.alpha); }

  void fillGradient(cairo_pattern_t* pattern, const std::vector<Stop>& stops) {
    for (const Stop& s : stops)
      cairo_pattern_add_color_stop_rgba(pattern, s.offset, s.color.red, s.color.green, s.color.blue, s.color.alpha);
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD);
    cairo_set_source(context, pattern);
    cairo_fill(context);
    cairo_pattern_destroy(pattern);
  }

 public:
  static constexpr const char* name = "cairo";
  static constexpr bool isBGRA = true;

  CairoPlayer(int width, int height)
      : surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height)), context(cairo_create(surface)) {}
  ~CairoPlayer() { cairo_destroy(context); cairo_surface_destroy(surface); }
  CairoPlayer(const CairoPlayer&) = delete;

  const uint8_t* row(int y) {
    cairo_surface_flush(surface);
    return cairo_image_surface_get_data(surface) + size_t(y) * cairo_image_surface_get_stride(surface);
  }

  void draw(const Call& call) {
    setColor(call.color);
    if (call.kind == Call::clear) {
      cairo_set_operator(context, CAIRO_OPERATOR_SOURCE);
      cairo_paint(context);
      cairo_set_operator(context, CAIRO_OPERATOR_OVER);
      return;
    }
    const Matrix& m = call.transform;
    cairo_matrix_t matrix;
    cairo_matrix_init(&matrix, m.a, m.b, m.c, m.d, m.tx, m.ty);
    cairo_set_matrix(context, &matrix);
    cairo_new_path(context);
    for (const Step& s : call.path) switch (s.verb) {
      case 'M': cairo_move_to(context, s.v[0], s.v[1]); break;
      case 'L': cairo_line_to(context, s.v[0], s.v[1]); break;
      case 'C': cairo_curve_to(context, s.v[0], s.v[1], s.v[2], s.v[3], s.v[4], s.v[5]); break;
      default: cairo_close_path(context);
    }
    cairo_set_fill_rule(context, call.isEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING);
    const double* g = call.geometry;
    switch (call.kind) {
      case Call::fill: cairo_fill(context); break;
      case Call::linear: fillGradient(cairo_pattern_create_linear(g[0], g[1], g[2], g[3]), call.stops); break;
      case Call::radial: fillGradient(cairo_pattern_create_radial(g[0], g[1], 0, g[0], g[1], g[2]), call.stops); break;
      default:
        cairo_set_line_width(context, call.width);
        cairo_set_miter_limit(context, call.miterLimit);
        cairo_set_line_cap(context, call.cap == "round" ? CAIRO_LINE_CAP_ROUND
                                    : call.cap == "square" ? CAIRO_LINE_CAP_SQUARE : CAIRO_LINE_CAP_BUTT);
        cairo_set_line_join(context, call.join == "round" ? CAIRO_LINE_JOIN_ROUND
                                     : call.join == "bevel" ? CAIRO_LINE_JOIN_BEVEL : CAIRO_LINE_JOIN_MITER);
        cairo_set_dash(context, call.dashes.data(), int(call.dashes.size()), call.dashPhase);
        cairo_stroke(context);
    }
    cairo_identity_matrix(context);
  }
};

int main(int count, char** arguments) { return play<CairoPlayer>(count, arguments); }
