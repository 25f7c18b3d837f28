// A session that was corrected says so: whoever has an older copy of it sees why they differ.

extension SessionManifest {
    /// That whose a session is was corrected, or that words were taken out of its texts.
    public struct Amendment: Hashable, Sendable, Codable {
        public var date: DateStamp
        /// What of the participant was corrected.
        public var parts: [Participant.Part]
        /// How often a word was taken out of a text.
        public var words: Int

        /// Tells of an amendment.
        public init(date: DateStamp, parts: [Participant.Part], words: Int) {
            (self.date, self.parts, self.words) = (date, parts, words)
        }

        /// The same for a person.
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
