// An amendment renames a session's folder, and a program that copied it before knows the earlier name.

extension SessionList {
    /// True if two names belong to the same session's folder, even if the participant in them differs.
    package static func isOfTheSameFolder(_ name: String, _ other: String) -> Bool {
        SessionName.isOfTheSameFolder(name, other)
    }
}
