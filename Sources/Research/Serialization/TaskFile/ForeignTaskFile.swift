// Recognises files of related frameworks, which look like task files. Checked as a task file, such a file would give
// many faults, none of which says what is really wrong.

/// Recognises task files of other frameworks by the keys of their root.
enum ForeignTaskFile {
    /// Returns the fault for a file of another framework.
    ///
    /// - Parameters:
    ///   - text: Returns the string at a key of the root.
    ///   - has: Returns whether the root has a key.
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
