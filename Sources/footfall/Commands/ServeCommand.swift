// `footfall serve`: its options and help; ServeCommand+Run.swift carries it out.

internal import Arguments
internal import Research
internal import SampleFile
internal import SessionFolder
internal import SessionRuns
internal import StandardRecorders
internal import SystemCalls

/// Serves a study's folder to browsers: its tasks, the devices and the sessions.
struct ServeCommand: Sendable, Equatable {
    /// The folder with the task files.
    var study: String
    var place: BrowserPlace
    var source: RunCommand.Source
    /// How files are written to the disk.
    var flushPolicy: FlushPolicy
    /// The folder of the sessions.
    var output: String
    var networkMarks: NetworkMarkOptions
    /// The broker for life signs, if any.
    var lifeSigns: LifeSignOptions?
    var idleLimit: Duration?
    var resources: [String]
    var deviceType: RSDDeviceType

    private static let optionGroups: [[OptionDeclaration]] = [
        BrowserPlace.optionsOfServer,
        [
            RunCommand.idleOption.declaration, RunCommand.liveSourceOption.declaration,
            SourceOptions.seed.declaration,
        ],
        DevicePlaces.options,
        [SharedOptions.compress.declaration],
        GivenTask.options,
        NetworkMarkOptions.options,
        LifeSignOptions.options,
        [outputOption.declaration],
    ]

    static let declaration = CommandDeclaration(
        name: "serve",
        summary: "serve the tasks of a folder to browsers, for an operator and a participant",
        discussion: """
            Prints an address where an operator sees the tasks of a folder, the devices and what prevents recording \
            them, the disk, and the sessions. The operator begins and ends tasks there, checks sessions, and downloads \
            them, each as a ZIP file. The participant does a task on a separate page; it is recorded as by `footfall \
            run`.

            Browsers of this machine can connect, and with --lan also browsers of the network, over TLS. Each needs a \
            code of six digits, which the command prints: one is for the participant, who sees the task and nothing \
            else, one for users who only watch it, and one for the operator.

            The tasks are the files DIR/*.json that have steps. The sessions are put in DIR/Sessions unless --output \
            names another folder. If there is a file DIR/study.json, it says which codes of participants exist, and \
            what must be given for a recording. The command serves until Ctrl-C, SIGTERM or SIGHUP. It then ends a \
            running task, and keeps what was recorded.
            """,
        operands: [
            OperandDeclaration(name: "DIR", summary: "the folder with the study's task files")
        ],
        options: Array(optionGroups.joined()),
        examples: [
            "footfall serve SampleData/Tasks",
            "footfall serve Study --lan --port 8443",
            "footfall serve SampleData/Tasks --source synthetic --output Sessions",
        ]
    )

    static let outputOption = Option(
        "output",
        letter: "o",
        taking: "DIR",
        as: .text,
        "the folder for session folders, made if missing; DIR/Sessions if not given"
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        study = arguments.operands[0]
        place = try BrowserPlace(arguments)
        source = try RunCommand.Source(arguments)
        flushPolicy = FlushPolicy(arguments)
        output = try arguments.value(of: Self.outputOption) ?? "\(study)/Sessions"
        networkMarks = try NetworkMarkOptions(arguments)
        lifeSigns = try LifeSignOptions.read(arguments)
        idleLimit = try arguments.value(of: RunCommand.idleOption)
        resources = try arguments.values(of: GivenTask.resourcesOption)
        deviceType =
            try arguments.value(of: GivenTask.deviceTypeOption).map(RSDDeviceType.init) ?? .computer
    }

    /// The path of the file with the study's rules, which need not exist.
    var studyFile: String { "\(study)/\(StudyFile.fileName)" }

    /// Makes the command that runs one of the tasks.
    func run(
        of task: String,
        for participant: Participant?,
        by rules: StudyRules = .none
    ) -> RunCommand {
        RunCommand(
            task: givenTask(task),
            doer: .person(ShownTask(place: .browser(place), idleLimit: idleLimit)),
            source: source,
            speed: .times(1),
            whose: ParticipantOptions(participant: participant, rules: rules),
            networkMarks: networkMarks,
            flushPolicy: flushPolicy,
            output: output,
            report: .person
        )
    }

    /// Returns the task file with a name, and where its resources are.
    func givenTask(_ name: String) -> GivenTask {
        GivenTask(
            path: "\(study)/\(name)",
            resources: resources.isEmpty ? [study] : resources,
            deviceType: deviceType
        )
    }
}
