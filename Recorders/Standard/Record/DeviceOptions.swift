// What `record` should record of one kind of device. Each kind declares its options, their meaning and the
// resulting recorders in its own folder. `RecordOptions` treats all kinds alike, with two exceptions: motion sensors
// are recorded by default and can be replaced by a computed walk, and keys can be on input devices.

package import Arguments
internal import Recording
package import SessionRuns

/// The options of `record` for one kind of device.
package protocol DeviceOptions: Sendable {
    /// The command-line options.
    static var options: [OptionDeclaration] { get }

    /// The devices, as in `input devices`.
    static var subject: String { get }

    /// Parses the options; `nil` if none of its devices is wanted.
    init?(_ arguments: ParsedArguments) throws(UsageError)

    /// The name of the recording if nothing else is recorded.
    var identifier: String { get }

    /// What the user calls the devices, one name for each recorder, in the order of the recorders.
    ///
    /// - Parameter placements: Where the devices are worn, in the order of the devices.
    /// - Returns: The names; each says whether it stays with its device.
    func names(at placements: [String]) -> [DeviceName]

    /// The recorders; whether the devices exist is checked only when they are opened.
    @MainActor
    func recorders(in frame: RecordingFrame) -> [PlannedRecorder]
}

/// The settings that all recorders of a recording share.
@MainActor
package struct RecordingFrame {
    /// Whether files are CSV.
    package var isCSV: Bool
    /// Receives findings that come later.
    package var notes: LaterNotes
    /// Where the devices are worn, in the order of the devices.
    package var placements: [String]
    /// The keys of each input device that make marks.
    package var markers: MarkerShares
}
