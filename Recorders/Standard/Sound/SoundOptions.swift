// The options of `record` for sound cards, and the recorders that result.

package import Arguments
internal import RecorderKinds
internal import Research
package import SessionRuns
internal import SoundRecorder
internal import Timebase

/// Which sound cards to record, and how.
package struct SoundOptions: DeviceOptions, Equatable {
    /// The cards; each is recorded to its own file.
    package var cards: [String]
    /// Whether to keep the sound itself, too.
    package var keepsSound = false

    package static let subject = "sound cards"

    /// The name of the recording if nothing else is recorded.
    package var identifier: String { "microphone" }

    /// The names of the cards' recorders, all different, in the order of the cards.
    package var identifiers: [String] {
        cards.count == 1 ? ["microphone"] : cards.indices.map { "microphone\($0 + 1)" }
    }
}

extension SoundOptions {
    package static let microphoneOption = Option(
        "microphone",
        taking: "CARD",
        as: .text,
        repeats: true,
        "record the sound level at a sound card: default, or one that footfall devices lists, such as hw:1,0; may be given again, and each card gets its own file; to record motion sensors as well, give an option for them, such as --types"
    )
    package static let soundFlag = Flag(
        "sound",
        "with --microphone: also record the sound itself, as FLAC; everybody nearby can be heard in it"
    )

    /// The options for sound cards.
    package static let options = [microphoneOption.declaration, soundFlag.declaration]

    /// Parses the options; `nil` if no card is named.
    package init?(_ arguments: ParsedArguments) throws(UsageError) {
        cards = try arguments.values(of: Self.microphoneOption)
        keepsSound = arguments.contains(Self.soundFlag)
        guard !cards.isEmpty else {
            try arguments.refuse(
                Self.options,
                "it is for sound cards, and none is recorded",
                "leave it out, or add --microphone default"
            )
            return nil
        }
        guard !cards.contains("") else {
            throw UsageError(
                place: "--microphone",
                problem: "the name of the card is missing",
                remedy: "give default, or a card that footfall devices lists"
            )
        }
        guard Set(cards).count == cards.count else {
            throw UsageError(
                place: "--microphone",
                problem: "the same is given twice",
                remedy: "give each once: a card is read by one recorder"
            )
        }
    }

    package func names(at placements: [String]) -> [DeviceName] {
        cards.map { DeviceName(ofCard: $0) }
    }

    /// One recorder for each card.
    @MainActor
    package func recorders(in frame: RecordingFrame) -> [PlannedRecorder] {
        let sourced = StandardKind.recorders(noting: frame.notes)
        return zip(cards, identifiers).map { card, identifier in
            var configuration = MicrophoneRecorderConfiguration(identifier: identifier)
            configuration.device = card
            if keepsSound { configuration.saveAudioFile = true }
            configuration.usesCSVEncoding = frame.isCSV
            return PlannedRecorder(sourced, configuration, timekeeper: LiveTimekeeper())
        }
    }
}
