// Recognises files of related frameworks: they resemble task files, but checking them as such would report many faults
// and never the real one.

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
