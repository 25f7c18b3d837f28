// What `record` is asked to record of one kind of device. Each kind says in its own folder which options it has, what
// they mean, and which recorders come of them. Motion sensors are recorded unasked and can be replaced by a walk, and
// keys are pressed on input devices: of these two `RecordWish` knows more than that they are in the list.

package import Arguments
internal import Recording
package import SessionRuns

/// What is wanted of the devices of one kind.
package protocol DeviceWish: Sendable {
    /// What the command line may say of them.
    static var options: [OptionDeclaration] { get }

    /// What they are, as in `input devices`.
    static var subject: String { get }

    /// What is wanted of them; `nil` where nothing is.
    init?(_ arguments: ParsedArguments) throws(UsageError)

    /// What the recording is called where nothing else is recorded.
    var identifier: String { get }

    /// Recorders of what is wanted; whether there are such devices is found when they are opened.
    @MainActor
    func recorders(in frame: RecordingFrame) -> [PlannedRecorder]
}

/// What holds for all recorders of a recording.
@MainActor
package struct RecordingFrame {
    /// Whether files are CSV.
    package var isCSV: Bool
    /// Where what is found later goes.
    package var notes: LaterNotes
    /// Where the sensors are worn, in the order in which they are given.
    package var placements: [String]
    /// The keys of each input device whose press is a mark.
    package var markers: MarkerShares
}
