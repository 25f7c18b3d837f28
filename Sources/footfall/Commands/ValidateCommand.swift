// `footfall validate`: what it takes. What it does is in ValidateCommand+Run.swift.

internal import Arguments
internal import SessionRuns

/// Examines a task file and runs nothing.
struct ValidateCommand: Sendable, Equatable {
    var task: GivenTask
    var isStrict: Bool
    var isJSON: Bool

    private static let strict = Flag("strict", "tell every note as a fault")

    static let declaration = CommandDeclaration(
        name: "validate",
        summary: "say everything that is wrong with a task file",
        discussion: """
            Reads a task file and the files that it names, and tells every fault: where in the file \
            it stands, what was expected there, and the nearest known name. Nothing is run.

            Then it looks at the study as a whole: rules on answers that there are not, recorders \
            that stop before they start or that nothing here makes, files that are not there, loops \
            that no answer leads out of.

            Types that an app would declare are no faults: such a step is shown as a plain one, which \
            a note says, and such an async action has no recorder. Nor are commas too many, or keys \
            that nobody knows, which notes name; one that another type of recorder or step has is a \
            fault.

            The status is 0 if there is no fault, and 1 if there is one; with --strict, notes are \
            faults. With many of them `footfall \
            run` gets along: it tells them, and refuses only what cannot be run.
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
