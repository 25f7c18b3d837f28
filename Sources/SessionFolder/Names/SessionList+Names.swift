// An amendment gives a session's folder another name, and whoever has copied it knows it by the earlier one.

extension SessionList {
    /// Whether two names are of one session's folder, whatever each tells of the participant.
    package static func isOfTheSameFolder(_ name: String, _ other: String) -> Bool {
        SessionName.isOfTheSameFolder(name, other)
    }
}
