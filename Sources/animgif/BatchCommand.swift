// `animgif batch`: does the jobs of a list side by side, goes on when one fails, and tells at the end what became of them.
import AnimGIF
internal import EffectGallery

enum BatchCommand {
  static let command = Command(
    name: "batch", summary: "Do many jobs, one command line per line of a file.", usage: ["[OPTION…] JOBS"],
    details: [
      """
      JOBS is a file, or - for standard input. Each line is a command line without the leading animgif, quoted as in a shell: an effect, \
      encode, figure or timeline, with -o and a name of its own. Empty lines and lines that begin with # are skipped. Jobs run side by side in any \
      order, each on one thread when there are as many jobs as processors; a job that fails does not stop the others. The exit status is 0 \
      when all are done, 1 when one failed.
      """,
      """
      --report writes a line of JSON for every job when it ends. With --resume, which needs --report, a job is skipped when the report \
      has its command line as done by this very program and libraries, the output is there with the bytes that were written then, and no \
      file that the job reads is newer.
      """,
      """
      --shard I/N takes every Nth job, beginning with the one after the first I, so I runs from 0 to N-1: --shard \
      $SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT with sbatch --array=0-7, --shard $JOB_COMPLETION_INDEX/8 in an indexed Job of \
      Kubernetes, parallel animgif batch --shard {}/8 jobs.txt ::: 0 1 2 3 4 5 6 7 with GNU parallel. Give each shard a report of its own.
      """,
    ],
    example: "batch jobs.txt --report report.jsonl --resume", operand: .files,
    options: [
      CommandOption(
        "jobs", letter: "j", .integer(1...256), default: "one per processor", .general, "how many jobs to do at once"),
      CommandOption(
        "report", .text(placeholder: "FILE.jsonl"), .output, "tell what became of each job, one JSON object a line"),
      CommandOption("resume", .flag, .output, "skip what the report says is done"),
      CommandOption("shard", .text(placeholder: "I/N"), .output, "do only part I of N of the list, counted from 0"),
      CommandOption("quiet", letter: "q", .flag, .general, "say nothing but errors"),
      CommandOption(
        "progress", .choice(["auto", "json", "none"]), default: "auto", .general, "a bar on a terminal, or JSON lines"),
      CommandOption("help", letter: "h", .flag, .general, "show this help"),
    ], action: .perform(run))

  private static func run(_ values: OptionValues) throws {
    guard let path = values.operands.first else {
      throw UsageError.missingOption("a file of jobs", command: command.title, example: "animgif batch jobs.txt")
    }
    if values.operands.count > 1 {
      throw UsageError.unexpectedOperand(values.operands[1], command: "animgif batch JOBS")
    }
    var shard: Shard?
    if let text = values.text("shard") {
      shard = Shard(text)
      if shard == nil {
        throw UsageError.conflict(
          "--shard takes I/N, I from 0 to N-1, such as 0/8 for the first of eight; got \(text.singleLine)")
      }
    }
    let report = values.text("report")
    if values.has("resume"), report == nil {
      throw UsageError.missingOption(
        "--report with --resume", command: command.title, example: "animgif batch jobs.txt --report r.jsonl --resume")
    }
    let text = String(decoding: try Files.bytes(of: path), as: UTF8.self)
    let list = try JobList(text, name: path == "-" ? "standard input" : path)
    let entries =
      shard.map { shard in
        list.entries.enumerated().filter { $0.offset % shard.count == shard.index }.map(\.element)
      } ?? list.entries

    let program = report == nil ? "" : Stamp.program()
    var earlier: EarlierReport?
    if values.has("resume"), let report, Files.changeTime(of: report) != nil {
      earlier = EarlierReport(String(decoding: try Files.bytes(of: report), as: UTF8.self), program: program)
    }
    let file = try report.map { path throws(FileError) in try LineFile(path: path, keepsLines: values.has("resume")) }
    let run = BatchRun(
      entries, of: list.name, earlier: earlier, report: file, program: program, progress: ProgressReport(values),
      isQuiet: values.has("quiet"))
    let failures = try run.perform(atOnce: values.integer("jobs") ?? availableProcessorCount())
    if failures > 0 { Terminal.exit(1) }
  }
}
