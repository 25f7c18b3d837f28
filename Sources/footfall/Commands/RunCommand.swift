// `footfall run`: its options and help; RunCommand+Run.swift carries it out.

internal import Arguments
internal import SampleFile
internal import SessionRuns
internal import StandardRecorders

/// Runs a task.
struct RunCommand: Sendable, Equatable {
    /// The source of the samples of the task's recorders.
    enum Source: Sendable, Equatable {
        case devices(DevicePlaces)
        case syntheticWalk(seed: UInt64)
        case session(path: String)
    }

    /// Who does the task.
    enum Doer: Sendable, Equatable {
        /// No participant: prepared answers are given, and timers run out.
        case nobody
        /// A person, at the terminal or in a browser.
        case person(ShownTask)
    }

    var task: GivenTask
    var doer: Doer
    /// The file with the answers.
    var answers: String?
    var source: Source
    var speed: Speed
    /// The participant.
    var whose = ParticipantOptions()
    /// Whether the recordings accept marks from the network.
    var networkMarks = NetworkMarkOptions()
    /// How files are written to the disk.
    var flushPolicy = FlushPolicy()
    /// The broker for life signs, if any.
    var lifeSigns: LifeSignOptions?
    var output: String
    /// The session of an unfinished run to resume.
    var continued: String?
    /// Whether to resume the latest unfinished run of the task, if there is one.
    var goesOnWithLatest = false
    var report: ReportStyle

    static let autoFlag = Flag(
        "auto",
        "run without a participant: continue wherever the task allows it, and let timers run out"
    )
    static let plainFlag = Flag(
        "plain",
        "ask line by line, without drawing on the screen, for a screen reader; the default for a pipe and a terminal that cannot redraw"
    )
    static let idleOption = Option(
        "idle",
        taking: "TIME",
        as: .duration,
        "end the task, and keep all that was recorded, if nobody has done anything for this long on one step; 1h if not given"
    )
    static let hostOption = Option(
        "host",
        taking: "HOST",
        as: Conversion<HostName>.choice(of: "host"),
        "where the participant does the task: terminal, or web for a browser; terminal if not given"
    )
    static let answersOption = Option(
        "answers",
        taking: "FILE",
        as: .text,
        "a file with the answers to the task's questions: a JSON object that has for each step an object with the answer to each question; questions stay unanswered if not given"
    )
    static let replayOption = Option(
        "replay",
        taking: "SESSION",
        as: .text,
        "the folder of a recorded session whose samples replace the sensors"
    )
    static let sourceOption = makeSourceOption(hint: "a session is given by --replay")
    /// The option of a command that replays no session.
    static let liveSourceOption = makeSourceOption()
    static let continueOption = Option(
        "continue",
        taking: "SESSION",
        as: .text,
        "the session folder of a run of this task that was killed or saved: resume the run in it, at the step that it had reached"
    )

    /// The words for `--host`.
    enum HostName: String, CaseIterable {
        case terminal, web
    }

    /// The words for `--source`.
    enum SourceName: String, CaseIterable {
        case iio, synthetic
    }

    private static func makeSourceOption(hint: String? = nil) -> Option<SourceName> {
        Option(
            "source",
            taking: "SOURCE",
            as: Conversion<SourceName>.choice(of: "source of a task", hint: hint),
            "iio for the sensors that the Linux kernel knows, or synthetic for a computed walk; iio if not given"
        )
    }

    private static let optionGroups: [[OptionDeclaration]] = [
        [hostOption.declaration],
        BrowserPlace.options,
        [
            autoFlag.declaration, plainFlag.declaration, idleOption.declaration,
            answersOption.declaration, replayOption.declaration,
            sourceOption.declaration, SourceOptions.seed.declaration,
            SourceOptions.speed.declaration,
        ],
        DevicePlaces.options,
        [SharedOptions.compress.declaration, continueOption.declaration],
        NetworkMarkOptions.options,
        GivenTask.options,
        ParticipantOptions.options,
        LifeSignOptions.options,
        [
            SharedOptions.output.declaration, SharedOptions.json.declaration,
            SharedOptions.quiet.declaration,
        ],
    ]

    static let declaration = CommandDeclaration(
        name: "run",
        summary: "run a task in the terminal or a browser, and record it to a new session folder",
        discussion: """
            Runs a task file from its first step to its last: its timers, its navigation, its recorders. The session \
            folder that it makes has every recorder's file, the answers, and the result.

            A participant does the task in the terminal, in the language of the variable LANG: every step has keys, \
            and F1 shows them; F2, or in line-by-line mode an m, makes a mark in all recordings. With --host web, the \
            participant does the task in a browser of this machine, at the address that the command prints. A page \
            that is closed or reloaded returns to the present step; of several pages, one is in control. With --lan, \
            it is a browser of the network, such as the participant's phone, which needs a code of six digits. With \
            --auto, the task runs without a participant.

            With --speed max, timers wait for nothing but the recorders. The recorders get a computed walk (--source \
            synthetic), or the samples of another session of the task (--replay): the same session gives the same \
            bytes. Notes name the parts of that session that are not replayed, because no recorder ran then. A replay \
            repeats the recorded marks, and accepts no others.

            If a recorder cannot record, the command reports this at once, and the status is 1. It asks the \
            participant what to do; with --auto the task continues without the recorder.

            Ctrl-C, SIGTERM and SIGHUP end the task early: what was recorded and answered is kept, every file is \
            whole, and the run is over. A second signal closes the files at once, without waiting for samples that \
            are still in memory. The status is then 4, as whenever a task is left before its end.

            A run that was killed can be resumed: after each step and answer its progress is saved in its session \
            folder until the run is over. Give the same command again with --continue SESSION. With --speed max, no \
            progress is saved, because it is quicker to repeat such a run.

            Answers are refused before the task runs if they name a step or a question that the task does not have, or \
            a step that asks nothing, or if a key occurs twice. An answer that a form refuses is reported when the run \
            is over; in both cases the status is 1. When a run is resumed, answers to steps that it had passed are not \
            used, and a note names them.
            """,
        operands: [GivenTask.operand],
        options: Array(optionGroups.joined()),
        examples: [
            "footfall run SampleData/Tasks/Survey.json",
            "footfall run SampleData/Tasks/WalkAndBalance.json --subject P07 --visit 2",
            "footfall run SampleData/Tasks/Tapping.json --host web",
            "footfall run SampleData/Tasks/WalkAndBalance.json --auto --source synthetic --speed max",
            "footfall run Survey.json --auto --answers answers.json",
            "footfall run Walk.json --continue Sessions/2026-11-21T101500Z_Walk_1f6a03bc",
        ]
    )
}

extension RunCommand {
    init(_ arguments: ParsedArguments) throws(UsageError) {
        doer = try Doer(arguments)
        task = try GivenTask(arguments)
        answers = try arguments.value(of: Self.answersOption)
        speed = try arguments.value(of: SourceOptions.speed) ?? .times(1)
        continued = try arguments.value(of: Self.continueOption)
        let folder = try arguments.value(of: SharedOptions.output)
        guard folder == nil || continued == nil else {
            throw UsageError(
                place: "--output",
                problem: "a resumed run already has its session folder",
                remedy: "leave it out"
            )
        }
        if continued != nil {
            try arguments.refuse(
                ParticipantOptions.options,
                "a resumed run already has its session, which names the participant",
                "leave it out"
            )
        }
        whose = try ParticipantOptions(arguments)
        lifeSigns = try LifeSignOptions.read(arguments)
        flushPolicy = FlushPolicy(arguments)
        networkMarks = try NetworkMarkOptions(arguments)
        output = folder ?? SharedOptions.defaultOutput
        report = try ReportStyle(arguments)
        source = try Source(arguments)
        if case .session = source {
            try arguments.refuse(
                [NetworkMarkOptions.flag.declaration],
                "a replay has only the marks of the recorded session",
                "leave it out"
            )
        }
    }
}

extension RunCommand.Source {
    init(_ arguments: ParsedArguments) throws(UsageError) {
        let given = try arguments.value(of: RunCommand.sourceOption)
        let seed = try arguments.value(of: SourceOptions.seed)
        func refuse(
            _ option: OptionDeclaration,
            _ problem: String,
            _ remedy: String = "leave one of the two out"
        ) throws(UsageError) { try arguments.refuse([option], problem, remedy) }
        if let session = try arguments.value(of: RunCommand.replayOption) {
            try refuse(
                RunCommand.sourceOption.declaration,
                "--replay already gives a session"
            )
            try refuse(
                SourceOptions.seed.declaration,
                "a replay uses no synthetic walk"
            )
            for option in DevicePlaces.options {
                try refuse(option, "a replay reads no devices")
            }
            self = .session(path: session)
            return
        }
        switch given ?? .iio {
        case .iio:
            try refuse(
                SourceOptions.seed.declaration,
                "it is for a synthetic walk, not for devices"
            )
            try refuse(
                SourceOptions.speed.declaration,
                "a device records only in real time",
                "leave it out, or add --source synthetic or --replay"
            )
            self = .devices(try DevicePlaces(arguments))
        case .synthetic:
            for option in DevicePlaces.options {
                try refuse(option, "a synthetic walk has no devices")
            }
            self = .syntheticWalk(seed: seed ?? 1)
        }
    }
}

extension RunCommand.Doer {
    init(_ arguments: ParsedArguments) throws(UsageError) {
        let idle = try arguments.value(of: RunCommand.idleOption)
        let place = try ShownTask.Place(arguments)
        guard !arguments.contains(RunCommand.autoFlag) else {
            try arguments.refuse(
                [
                    RunCommand.hostOption.declaration, RunCommand.plainFlag.declaration,
                    RunCommand.idleOption.declaration,
                ],
                "with --auto there is no participant",
                "leave one of the two out"
            )
            self = .nobody
            return
        }
        try arguments.refuse(
            [RunCommand.answersOption.declaration],
            "the participant gives the answers",
            "add --auto"
        )
        try arguments.refuse(
            [SharedOptions.json.declaration],
            "the standard output is for the participant",
            "add --auto, or leave it out"
        )
        if try arguments.value(of: SourceOptions.speed) == .maximum {
            try arguments.refuse(
                [SourceOptions.speed.declaration],
                "a participant cannot do a task at full speed",
                "add --auto, or give a number"
            )
        }
        self = .person(ShownTask(place: place, idleLimit: idle))
    }
}

extension ShownTask.Place {
    init(_ arguments: ParsedArguments) throws(UsageError) {
        let isPlain = arguments.contains(RunCommand.plainFlag)
        switch try arguments.value(of: RunCommand.hostOption) ?? .terminal {
        case .terminal:
            try arguments.refuse(
                BrowserPlace.options,
                "it is for --host web; a terminal has none",
                "leave it out"
            )
            self = .terminal(isPlain: isPlain)
        case .web:
            try arguments.refuse(
                [RunCommand.plainFlag.declaration],
                "it is for the terminal, not for a browser",
                "leave it out"
            )
            self = .browser(try BrowserPlace(arguments))
        }
    }
}
