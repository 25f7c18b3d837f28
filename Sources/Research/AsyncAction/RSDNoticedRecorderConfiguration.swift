// Of some recorders whoever is recorded has to know while they run, such as of what hears them. What they are told is
// said here by a word; every host shows the sentence of that word, in the language of the participant.

/// The configuration of a recorder that is not to run unnoticed.
public protocol RSDNoticedRecorderConfiguration: RSDRecorderConfiguration {
    /// What the participant is told while it runs: the word of a string `recording.WORD`.
    var notice: String { get }
}
