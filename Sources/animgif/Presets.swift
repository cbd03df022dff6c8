// What services accept, as data: every preset is a list of options, as they would be written on the command line. What the command line
// itself says wins over them.
internal import EffectGallery

/// Options under one name.
package struct Preset: Sendable {
  /// What `--preset` takes.
  package let name: String
  /// One phrase, without a full stop.
  package let summary: String
  /// Who says so; empty where it is a matter of looks.
  package let source: String
  /// Long names and values.
  package let options: [(name: String, value: String)]

  /// All of them, in the order of the listing. Limits as published on 2026-11-30; kilobytes are taken as 1000 bytes where the source does
  /// not say 1024, which is safe both ways.
  package static let all: [Preset] = [
    Preset(
      name: "github", summary: "an issue, a comment or a README on GitHub: at most 10 MB",
      source:
        "https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/attaching-files",
      options: [("max-bytes", "10000000")]),
    Preset(
      name: "readme-light", summary: "a README on GitHub, on the ground of its light theme: at most 10 MB",
      source:
        "https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/attaching-files",
      options: [("max-bytes", "10000000"), ("bg", "#FFFFFF"), ("matte", "#FFFFFF")]),
    Preset(
      name: "readme-dark", summary: "a README on GitHub, on the ground of its dark theme: at most 10 MB",
      source:
        "https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/attaching-files",
      options: [("max-bytes", "10000000"), ("bg", "#0D1117"), ("matte", "#0D1117")]),
    Preset(
      name: "slack-emoji", summary: "an emoji of a Slack workspace: GIF, 128x128, less than 128 KB, at most 50 frames",
      source: "https://slack.com/help/articles/206870177",
      options: [("format", "gif"), ("fit", "128x128"), ("max-bytes", "127999"), ("max-frames", "50")]),
    Preset(
      name: "discord-emoji", summary: "an emoji of a Discord server: GIF, 128x128, at most 256 KB",
      source: "https://support.discord.com/hc/en-us/articles/360036479811",
      options: [("format", "gif"), ("fit", "128x128"), ("max-bytes", "256000")]),
    Preset(
      name: "sticker", summary: "a sticker of a Discord server: APNG, 320x320, at most 512 KB, clear ground",
      source: "https://support.discord.com/hc/en-us/articles/4402687377815",
      options: [("format", "apng"), ("fit", "320x320"), ("max-bytes", "512000"), ("bg", "transparent")]),
    Preset(
      name: "imessage-sticker",
      summary: "a sticker of Messages, middle size: APNG, 408x408, at most 500 KB, clear ground",
      source: "https://developer.apple.com/design/human-interface-guidelines/imessage-apps-and-stickers",
      options: [("format", "apng"), ("fit", "408x408"), ("max-bytes", "500000"), ("bg", "transparent")]),
    Preset(
      name: "x-post", summary: "a post on X: GIF, at most 15 MB and 350 frames",
      source: "https://docs.x.com/x-api/media/quickstart/best-practices",
      options: [("format", "gif"), ("max-bytes", "15000000"), ("max-frames", "350")]),
  ]

  /// Finds a preset; nil for an unknown name.
  package static func named(_ name: String) -> Preset? { all.first { $0.name == name } }
}
