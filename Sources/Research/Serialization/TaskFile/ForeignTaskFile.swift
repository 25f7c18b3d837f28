// Files of related frameworks look like task files and are none. Read as such they have one fault after the
// other, of which none says what is wrong.

/// Tells the task files of other frameworks by the keys of their root.
enum ForeignTaskFile {
    /// What is said of a file of another framework.
    ///
    /// - Parameters:
    ///   - text: The text at a key of the root.
    ///   - has: Whether the root has a key.
    /// - Returns: The fault; `nil` for a file that may be a task.
    static func fault(
        text: (String) -> String?,
        has: (String) -> Bool
    ) -> RSDTaskFileError? {
        if let name = text("_class") {
            return RSDTaskFileError(
                "this is a file of ResearchKit's own format, an '\(name)'",
                remedy: remedy
            )
        }
        guard has("children"), !has("steps") else { return nil }
        return RSDTaskFileError(
            "this is an assessment of AssessmentModel's own format, with 'children' for 'steps'",
            remedy: remedy
        )
    }

    private static let remedy =
        "convert it to a task of SageResearch 2, whose 'steps' each have an 'identifier' and a 'type'"
}
