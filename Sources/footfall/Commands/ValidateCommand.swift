// `footfall validate`: its options and help; ValidateCommand+Run.swift carries it out.

internal import Arguments
internal import SessionRuns

/// Checks a task file without running it.
struct ValidateCommand: Sendable, Equatable {
    var task: GivenTask
    var isStrict: Bool
    var isJSON: Bool

    private static let strict = Flag("strict", "report every note as a fault")

    static let declaration = CommandDeclaration(
        name: "validate",
        summary: "report all faults of a task file",
        discussion: """
            Reads a task file and the files that it names, and reports every fault: its place in the file, what was \
            expected there, and the nearest known name. The task does not run.

            It also checks the task as a whole: rules about answers that do not exist, recorders that stop before they \
            start or that this program cannot make, missing files, and loops that no answer leads out of.

            Types that an app would declare are no faults: a step of such a type is shown as a plain one, which a note \
            says, and such an async action has no recorder. Superfluous commas and unknown keys are no faults either, \
            and notes name them; but a key that belongs to another type of recorder or step is a fault.

            The status is 0 if there is no fault, and 1 if there is one; with --strict, notes are faults. Many faults \
            do not prevent `footfall run`: it reports them, and refuses only a task that cannot run.
            """,
        operands: [GivenTask.operand],
        options: GivenTask.options + [strict.declaration, SharedOptions.json.declaration],
        examples: ["footfall validate SampleData/Tasks/WalkAndBalance.json"]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        task = try GivenTask(arguments)
        isStrict = arguments.contains(Self.strict)
        isJSON = arguments.contains(SharedOptions.json)
    }
}
