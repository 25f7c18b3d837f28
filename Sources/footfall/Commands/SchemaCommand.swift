// `footfall schema`: prints the schema of task files.

internal import Arguments
internal import FoundationEssentials
internal import Research
internal import SessionRuns
internal import StandardRecorders

/// Prints the schema of task files, or their reference page.
struct SchemaCommand: Sendable, Equatable {
    var isMarkdown: Bool

    static let declaration = CommandDeclaration(
        name: "schema",
        summary: "print the JSON Schema of task files, for editors",
        discussion: """
            Prints a JSON Schema (draft 2020-12) of the task files that this program reads. With it, an editor \
            completes keys and words, and shows what each means.

            The schema accepts types that an app may declare, and unknown keys. Only `footfall validate` finds faults \
            of the task as a whole, such as a rule that leads to a missing step.
            """,
        operands: [],
        options: [markdown.declaration],
        examples: [
            "footfall schema > task-schema.json",
            "footfall schema --markdown > Documentation/TaskFiles.md",
        ]
    )

    private static let markdown = Flag(
        "markdown",
        "print a page for people instead: each type, each key, and what it means"
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        isMarkdown = arguments.contains(Self.markdown)
    }
}

extension SchemaCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let factory = RSDFactory()
        try GivenTask.declare(StandardKinds.all, to: factory)
        if isMarkdown {
            surroundings.console.print(TaskFilePage.text(of: factory))
            return .good
        }
        let bytes = try factory.createJSONEncoder().encode(TaskFileSchema.schema(of: factory))
        surroundings.console.print(String(decoding: bytes, as: UTF8.self))
        return .good
    }
}
