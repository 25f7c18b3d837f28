// A corrected session says so in its manifest. A user with an older copy sees why the two differ.

extension SessionManifest {
    /// The participant of a session was corrected, or words were removed from its texts.
    public struct Amendment: Hashable, Sendable, Codable {
        public var date: LocalDate
        /// The parts of the participant that were corrected.
        public var parts: [Participant.Part]
        /// How many words were removed from texts.
        public var words: Int

        /// Describes an amendment.
        public init(date: LocalDate, parts: [Participant.Part], words: Int) {
            (self.date, self.parts, self.words) = (date, parts, words)
        }

        /// The same in words.
        public var statement: String {
            let told = [
                parts.map(\.rawValue).joined(separator: ", "),
                words == 0 ? "" : "\(words) \(words == 1 ? "word" : "words") of its texts",
            ].filter { !$0.isEmpty }
            let what = told.isEmpty ? "the folder's name" : told.joined(separator: " and ")
            return "\(what), corrected on \(date.text)"
        }
    }
}
