// `footfall schema`: what it takes, and does.

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
            Prints a JSON Schema, by draft 2020-12, of the task files that this program reads. An \
            editor that is given it completes keys and words, and shows what each means.

            The schema takes types that an app would declare, and keys that nobody knows. What only \
            the whole task shows, such as a rule to a step that is nowhere, `footfall validate` tells.
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
