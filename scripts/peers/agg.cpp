// Anti-Grain Geometry as a player of scenes: path storage, curve and stroke converters, the scanline rasterizer.
#include <agg_array.h>
#include <agg_conv_curve.h>
#include <agg_conv_dash.h>
#include <agg_conv_stroke.h>
#include <agg_conv_transform.h>
#include <agg_path_storage.h>
#include <agg_pixfmt_rgba.h>
#include <agg_rasterizer_scanline_aa.h>
#include <agg_renderer_base.h>
#include <agg_renderer_scanline.h>
#include <agg_rendering_buffer.h>
#include <agg_scanline_u.h>
#include <agg_span_allocator.h>
#include <agg_span_gradient.h>
#include <agg_span_interpolator_linear.h>

#include <cmath>

#include "player.hpp"

class AGGPlayer {
  using Format = agg::pixfmt_rgba32_pre;
  using Colors = agg::pod_auto_array<agg::rgba8, 1024>;
  std::vector<uint8_t> pixels;
  int width;
  agg::rendering_buffer buffer;
  Format format;
  agg::renderer_base<Format> base;
  agg::rasterizer_scanline_aa<> rasterizer;
  agg::scanline_u8 scanline;
  agg::span_allocator<agg::rgba8> spans;

  static agg::rgba8 color(const RGBA& c) {
    return agg::rgba8(agg::rgba(c.red, c.green, c.blue, c.alpha)).premultiply();
  }

  // The colours of a gradient at 1024 places.
  static Colors table(const std::vector<Stop>& stops) {
    Colors colors;
    for (unsigned i = 0; i < colors.size(); i++) {
      double t = i / double(colors.size() - 1);
      size_t k = 1;
      while (k < stops.size() - 1 && stops[k].offset < t) k++;
      const Stop &p = stops[k - 1], &q = stops[k];
      double s = q.offset > p.offset ? std::clamp((t - p.offset) / (q.offset - p.offset), 0.0, 1.0) : 1;
      auto mix = [s](double a, double b) { return a + (b - a) * s; };
      colors[i] = color({mix(p.color.red, q.color.red), mix(p.color.green, q.color.green),
                         mix(p.color.blue, q.color.blue), mix(p.color.alpha, q.color.alpha)});
    }
    return colors;
  }

  template <class Shape>
  void renderGradient(const std::vector<Stop>& stops, agg::trans_affine matrix, Shape shape, double reach) {
    Colors colors = table(stops);
    matrix.invert();
    agg::span_interpolator_linear<> interpolator(matrix);
    agg::span_gradient<agg::rgba8, agg::span_interpolator_linear<>, Shape, Colors> gradient(interpolator, shape, colors, 0, reach);
    agg::render_scanlines_aa(rasterizer, scanline, base, spans, gradient);
  }

 public:
  static constexpr const char* name = "agg";
  static constexpr bool isBGRA = false;

  AGGPlayer(int width, int height)
      : pixels(size_t(width) * height * 4), width(width), buffer(pixels.data(), width, height, width * 4), format(buffer), base(format) {
    rasterizer.clip_box(0, 0, width, height);
  }

  const uint8_t* row(int y) { return pixels.data() + size_t(y) * width * 4; }

  void draw(const Call& call) {
    if (call.kind == Call::clear) { base.clear(color(call.color)); return; }
    agg::path_storage path;
    for (const Step& s : call.path) switch (s.verb) {
      case 'M': path.move_to(s.v[0], s.v[1]); break;
      case 'L': path.line_to(s.v[0], s.v[1]); break;
      case 'C': path.curve4(s.v[0], s.v[1], s.v[2], s.v[3], s.v[4], s.v[5]); break;
      default: path.close_polygon();
    }
    const Matrix& m = call.transform;
    agg::trans_affine transform(m.a, m.b, m.c, m.d, m.tx, m.ty);
    agg::conv_curve<agg::path_storage> curve(path);
    curve.approximation_scale(transform.scale());
    rasterizer.reset();
    if (call.kind == Call::stroke) {
      auto add = [&](auto& source) {
        agg::conv_stroke<std::remove_reference_t<decltype(source)>> stroke(source);
        stroke.width(call.width);
        stroke.miter_limit(call.miterLimit);
        stroke.approximation_scale(transform.scale());
        stroke.line_cap(call.cap == "round" ? agg::round_cap : call.cap == "square" ? agg::square_cap : agg::butt_cap);
        stroke.line_join(call.join == "round" ? agg::round_join : call.join == "bevel" ? agg::bevel_join : agg::miter_join);
        agg::conv_transform<decltype(stroke)> device(stroke, transform);
        rasterizer.add_path(device);
      };
      if (call.dashes.empty()) add(curve);
      else {
        agg::conv_dash<decltype(curve)> dash(curve);
        size_t count = call.dashes.size() * (1 + call.dashes.size() % 2);
        for (size_t i = 0; i < count; i += 2)
          dash.add_dash(call.dashes[i % call.dashes.size()], call.dashes[(i + 1) % call.dashes.size()]);
        dash.dash_start(call.dashPhase);
        add(dash);
      }
    } else {
      agg::conv_transform<decltype(curve)> device(curve, transform);
      rasterizer.add_path(device);
    }
    rasterizer.filling_rule(call.isEvenOdd ? agg::fill_even_odd : agg::fill_non_zero);
    const double* g = call.geometry;
    if (call.kind == Call::linear) {
      double dx = g[2] - g[0], dy = g[3] - g[1];
      renderGradient(call.stops, agg::trans_affine_rotation(std::atan2(dy, dx)) * agg::trans_affine_translation(g[0], g[1]) * transform,
                     agg::gradient_x(), std::hypot(dx, dy));
    } else if (call.kind == Call::radial) {
      renderGradient(call.stops, agg::trans_affine_translation(g[0], g[1]) * transform, agg::gradient_radial_d(), g[2]);
    } else {
      agg::render_scanlines_aa_solid(rasterizer, scanline, base, color(call.color));
    }
  }
};

int main(int count, char** arguments) { return play<AGGPlayer>(count, arguments); }
