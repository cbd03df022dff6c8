// What the players of other libraries share: reading a scene file, timing its frames, writing the last one as PNG.
//
// The format is that of `animgif-bench play` (Sources/animgif-bench/SceneFile.swift). A library's player is a class with
//   static constexpr const char* name;          its name in the first column
//   static constexpr bool isBGRA;               the order of its pixels' bytes: B G R A, else R G B A; alpha is premultiplied
//   Player(int width, int height);
//   void draw(const Call&);                     one drawing call
//   const uint8_t* row(int y);                  the finished pixels
// and a main that returns play<Player>(argc, argv).
#pragma once
#include <png.h>
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

struct RGBA { double red, green, blue, alpha; };        // 0…1, straight
struct Stop { double offset; RGBA color; };
struct Step { char verb; double v[6]; };                // M, L, C or Z
struct Matrix { double a = 1, b = 0, c = 0, d = 1, tx = 0, ty = 0; };

struct Call {
  enum Kind { clear, fill, stroke, linear, radial } kind;
  RGBA color{};
  bool isEvenOdd = false;
  double width = 1, miterLimit = 10;
  std::string cap, join;
  double geometry[4] = {};                              // x0 y0 x1 y1 of a linear, cx cy radius of a radial gradient
  std::vector<Stop> stops;
  std::vector<Step> path;
  Matrix transform;
  double dashPhase = 0;
  std::vector<double> dashes;
};

struct Scene { std::string name; int width = 0, height = 0; std::vector<Call> calls; };

[[noreturn]] inline void fail(const std::string& message) { std::cerr << "error: " << message << "\n"; exit(1); }

inline RGBA readColor(std::istream& in) {
  RGBA c; in >> c.red >> c.green >> c.blue >> c.alpha;
  return {c.red / 255, c.green / 255, c.blue / 255, c.alpha / 255};
}

inline Scene readScene(const std::string& file) {
  std::ifstream stream(file);
  if (!stream) fail("cannot read " + file);
  Scene scene; std::vector<Step> path; Matrix transform; double phase = 0; std::vector<double> dashes;
  bool isPainted = false; std::string line;
  while (std::getline(stream, line)) {
    std::istringstream in(line); std::string kind, rule; in >> kind;
    if (kind.empty() || kind[0] == '#') continue;
    if (kind == "SCENE") { in >> scene.name >> scene.width >> scene.height; continue; }
    if (kind == "TRANSFORM") {
      in >> transform.a >> transform.b >> transform.c >> transform.d >> transform.tx >> transform.ty;
      path.clear(); isPainted = false; continue;
    }
    if (kind == "DASH") { in >> phase; for (double d; in >> d;) dashes.push_back(d); continue; }
    if (kind == "M" || kind == "L" || kind == "C" || kind == "Z") {
      if (kind == "M" && isPainted) { path.clear(); transform = {}; isPainted = false; }
      Step step{kind[0], {}};
      for (int i = 0; in >> step.v[i] && i < 5; i++) {}
      path.push_back(step); continue;
    }
    Call call; call.path = path; call.transform = transform;
    if (kind == "CLEAR") {
      call.kind = Call::clear; call.color = readColor(in); call.path.clear();
      scene.calls.push_back(call); continue;
    }
    isPainted = true;
    if (kind == "FILL") { call.kind = Call::fill; call.color = readColor(in); in >> rule; }
    else if (kind == "STROKE") {
      call.kind = Call::stroke; call.color = readColor(in);
      in >> call.width >> call.cap >> call.join >> call.miterLimit;
      call.dashPhase = phase; call.dashes.swap(dashes);
    } else if (kind == "FILLLIN" || kind == "FILLRAD") {
      call.kind = kind == "FILLLIN" ? Call::linear : Call::radial; size_t count = 0;
      for (int i = 0; i < (call.kind == Call::linear ? 4 : 3); i++) in >> call.geometry[i];
      in >> rule >> count;
      for (size_t i = 0; i < count; i++) { Stop s; in >> s.offset; s.color = readColor(in); call.stops.push_back(s); }
    } else fail(file + ": this player does not know " + kind);
    call.isEvenOdd = rule == "eo";
    scene.calls.push_back(call);
  }
  return scene;
}

template <class Player>
void writePNG(const std::string& file, Player& player, int width, int height) {
  FILE* out = fopen(file.c_str(), "wb");
  if (!out) fail("cannot write " + file);
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_init_io(png, out);
  png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE, 0, 0);
  png_set_compression_level(png, 1);
  png_write_info(png, info);
  std::vector<uint8_t> row(size_t(width) * 4);
  for (int y = 0; y < height; y++) {
    std::copy_n(player.row(y), row.size(), row.data());
    for (size_t i = 0; i < row.size(); i += 4) {
      if (Player::isBGRA) std::swap(row[i], row[i + 2]);
      if (unsigned a = row[i + 3]; a > 0) for (int k = 0; k < 3; k++) row[i + k] = std::min(255u, (row[i + k] * 255u + a / 2) / a);
    }
    png_write_row(png, row.data());
  }
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  fclose(out);
}

inline double clockTime(clockid_t id) { timespec t; clock_gettime(id, &t); return t.tv_sec * 1e9 + t.tv_nsec; }

// [-t seconds] [-o folder] scene…: prints `name scene median_ns min_ns frames`, in CPU time of this thread.
template <class Player>
int play(int count, char** arguments) {
  double seconds = 0.7; std::string folder; int i = 1;
  for (; i + 1 < count && arguments[i][0] == '-'; i += 2)
    (std::string(arguments[i]) == "-t" ? void(seconds = atof(arguments[i + 1])) : void(folder = arguments[i + 1]));
  for (; i < count; i++) {
    Scene scene = readScene(arguments[i]);
    Player player(scene.width, scene.height);
    auto frame = [&] { for (const Call& call : scene.calls) player.draw(call); };
    double begin = clockTime(CLOCK_MONOTONIC);
    do frame(); while (seconds > 0 && clockTime(CLOCK_MONOTONIC) - begin < 0.15e9);
    std::vector<double> times;
    begin = clockTime(CLOCK_MONOTONIC);
    while (times.empty() || (seconds > 0 && (times.size() < 9 || clockTime(CLOCK_MONOTONIC) - begin < seconds * 1e9))) {
      double start = clockTime(CLOCK_THREAD_CPUTIME_ID);
      frame();
      times.push_back(clockTime(CLOCK_THREAD_CPUTIME_ID) - start);
    }
    std::sort(times.begin(), times.end());
    printf("%s\t%s\t%.0f\t%.0f\t%zu\n", Player::name, scene.name.c_str(), times[times.size() / 2], times[0], times.size());
    fflush(stdout);
    if (!folder.empty()) writePNG(folder + "/" + scene.name + "." + Player::name + ".png", player, scene.width, scene.height);
  }
  return 0;
}
