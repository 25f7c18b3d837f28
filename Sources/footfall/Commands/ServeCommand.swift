// `footfall serve`: what it takes. What it does is in ServeCommand+Run.swift.

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
    /// How files go to the disk.
    var flushPolicy: FlushPolicy
    /// The folder that sessions are put in.
    var output: String
    var networkMarks: NetworkMarkOptions
    /// Who is told how it goes.
    var lifeSigns: LifeSignOptions?
    var idleLimit: Duration?
    var resources: [String]
    var deviceType: RSDDeviceType

    static let declaration = CommandDeclaration(
        name: "serve",
        summary: "have browsers begin tasks, show them, and look after devices and sessions",
        discussion: """
            Prints an address where an operator sees the tasks of a folder, what can be recorded \
            and what stands in its way, the disk, and the sessions; begins and ends tasks; checks \
            sessions and downloads them, each as a ZIP file. A task that was begun is done on the \
            page of the participant, and recorded as footfall run records it.

            Browsers of this machine are let in, and with --lan those of the network, by TLS. Each \
            needs a code of six digits, which is printed: one is for the participant, who sees the \
            task and nothing else, one for whoever only watches it, and one for the operator.

            The tasks are the files DIR/*.json that have steps. The sessions are put in DIR/Sessions \
            unless --output names another folder. Where there is a DIR/study.json, it says which codes \
            of participants there are, and what must be given. It serves until Ctrl-C, SIGTERM or SIGHUP; a task \
            that runs is ended then, with all that was recorded.
            """,
        operands: [
            OperandDeclaration(name: "DIR", summary: "the folder with the study's task files")
        ],
        options: BrowserPlace.optionsOfServer + [
            RunCommand.idleOption.declaration, RunCommand.sourceOption.declaration,
            SourceOptions.seed.declaration,
        ] + DevicePlaces.options + [SharedOptions.compress.declaration] + GivenTask.options
            + NetworkMarkOptions.options + LifeSignOptions.options + [outputOption.declaration],
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
        "the folder that session folders are put in; made if missing; DIR/Sessions if not given"
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

    /// Where the rules of the study are, if it has any.
    var studyFile: String { "\(study)/\(StudyFile.fileName)" }

    /// A run of one of its tasks.
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

    /// One of its task files.
    func givenTask(_ name: String) -> GivenTask {
        GivenTask(
            path: "\(study)/\(name)",
            resources: resources.isEmpty ? [study] : resources,
            deviceType: deviceType
        )
    }
}
