// The contests. A contest is one piece of work that several programs do; each of them prints a line of JSON
// with the same keys.

/// A program in a contest.
struct Contender: Sendable {
    /// What the table and the thresholds call it.
    let name: String
    let command: [String]
    /// The file without which it cannot run.
    let needs: String
}

/// One piece of work and the programs that do it, ours first.
struct Contest: Sendable {
    let name: String
    let ours: Contender
    let peers: [Contender]
    /// Whether they must agree on how many bytes they wrote or on what they read.
    let agreement: Agreement
    /// By how much the usual number of trials is multiplied: times vary more if threads meet.
    let trialsFactor: Int

    enum Agreement: Sendable {
        case none, bytes, sum
    }

    var contenders: [Contender] { [ours] + peers }
}

/// Where the contests find their programs and leave their files.
struct Arena {
    /// This program.
    let program: String
    /// The folder of the peers.
    let peers: String
    /// The folder of their sources, where the Python programs lie.
    let sources: String
    /// Where files are written: memory if there is room, so that no disk takes part.
    let scratch: String
    let producerProcessor: Int
    let consumerProcessor: Int

    var contests: [Contest] {
        rings + [writing, encoding("full"), encoding("clock"), reading] + decodingTasks
            + NavigationBenchmark.Work.allCases.map(steps)
            + [ScreenBenchmark.Work.diff, .update].map(screens)
    }

    private var rings: [Contest] {
        ["single", "batch"].map { mode in
            let options = [
                "--mode", mode, "--operations", "4000000",
                "--producer-cpu", "\(producerProcessor)",
                "--consumer-cpu", "\(consumerProcessor)",
            ]
            return Contest(
                name: "ring-\(mode)",
                ours: ours(["ring"] + options),
                peers: ["ring-boost", "ring-cached"].map { compiled($0, options) },
                agreement: .none,
                trialsFactor: 9
            )
        }
    }

    /// Writes records to a file; ours also keeps its checksum, and a whole document at every flush.
    private var writing: Contest {
        func options(_ name: String) -> [String] {
            encodingOptions("full", to: "\(scratch)/\(name).json")
        }
        return Contest(
            name: "json-file",
            ours: ours(["json"] + options("footfall")),
            peers: [
                Contender(
                    name: "json-foundation",
                    command: [program, "json-foundation"] + options("foundation"),
                    needs: program
                ),
                compiled("json-rapidjson", options("rapidjson")),
                python("json-orjson", options("orjson")),
            ],
            agreement: .bytes,
            trialsFactor: 1
        )
    }

    /// Encodes records to text that is discarded: the encoders alone, without the kernel's share, which is the same
    /// for each of them.
    private func encoding(_ kind: String) -> Contest {
        let options =
            encodingOptions(kind, to: "none") + ["--records", "50000", "--passes", "8"]
        return Contest(
            name: kind == "full" ? "json-text" : "json-text-\(kind)",
            ours: ours(["json"] + options + (kind == "full" ? [] : ["--clock"])),
            peers: [compiled("json-rapidjson", options), python("json-orjson", options)],
            agreement: .bytes,
            trialsFactor: 3
        )
    }

    private func encodingOptions(_ kind: String, to output: String) -> [String] {
        [
            "--values", "\(peers)/\(kind).f64", "--output", output,
            "--cpu", "\(consumerProcessor)",
        ]
    }

    /// Reads the file that `json-file` has written.
    private var reading: Contest {
        let options = [
            "--input", "\(scratch)/footfall.json", "--cpu", "\(consumerProcessor)",
        ]
        return Contest(
            name: "read",
            ours: ours(["read"] + options),
            peers: ["whole", "lines", "stream"].map { use in
                let peer = compiled("read-simdjson", ["--use", use] + options)
                return Contender(
                    name: "read-simdjson-\(use)",
                    command: peer.command,
                    needs: peer.needs
                )
            } + [python("read-orjson", options)],
            agreement: .sum,
            trialsFactor: 1
        )
    }

    /// Decodes task files, compared with making dictionaries of them.
    private var decodingTasks: [Contest] {
        ["wide", "deep"].map { shape in
            let options = ["--shape", shape, "--cpu", "\(consumerProcessor)"]
            return Contest(
                name: "task-\(shape)",
                ours: ours(["task-decode"] + options),
                peers: [
                    Contender(
                        name: "task-serialization",
                        command: [program, "task-serialization"] + options,
                        needs: program
                    )
                ],
                agreement: .bytes,
                trialsFactor: 1
            )
        }
    }

    /// A step of a long task, compared with one of a short task.
    private func steps(_ work: NavigationBenchmark.Work) -> Contest {
        let options = ["--work", work.rawValue, "--cpu", "\(consumerProcessor)"]
        return Contest(
            name: work.contest,
            ours: ours(["step"] + options),
            peers: [
                Contender(
                    name: "ten-steps",
                    command: [program, "step", "--length", "10"] + options,
                    needs: program
                )
            ],
            agreement: .none,
            trialsFactor: 1
        )
    }

    /// One answer in a form of two hundred questions, compared with making its whole screen.
    private func screens(_ work: ScreenBenchmark.Work) -> Contest {
        let options = ["--cpu", "\(consumerProcessor)"]
        return Contest(
            name: work.contest,
            ours: ours(["screen", "--work", work.rawValue] + options),
            peers: [
                Contender(
                    name: "screen-build",
                    command: [program, "screen", "--work", "build"] + options,
                    needs: program
                )
            ],
            agreement: .none,
            trialsFactor: 1
        )
    }

    private func ours(_ words: [String]) -> Contender {
        Contender(name: "footfall", command: [program] + words, needs: program)
    }

    private func compiled(_ name: String, _ options: [String]) -> Contender {
        let path = "\(peers)/\(name)"
        return Contender(name: name, command: [path] + options, needs: path)
    }

    private func python(_ name: String, _ options: [String]) -> Contender {
        Contender(
            name: name,
            command: ["\(peers)/venv/bin/python", "\(sources)/\(name).py"] + options,
            needs: "\(peers)/venv/installed"
        )
    }
}
