// The options of `record` for satellite receivers, and the recorder that results.

package import Arguments
internal import LocationRecorder
internal import RecorderKinds
internal import Research
package import SessionRuns
internal import Timebase

/// Which satellite receiver to record, and how.
package struct LocationOptions: DeviceOptions, Equatable {
    var receiver: ReceiverOptions

    package static let subject = "satellite receivers"

    /// The options for receivers.
    package static let options = [
        ReceiverOptions.gps(
            "record the walked distance, by the satellite receiver of a gpsd: localhost for the gpsd of this machine, or HOST:PORT; to record motion sensors as well, give --device, --types or --source"
        ).declaration,
        ReceiverOptions.coordinatesFlag.declaration,
    ]

    /// The name of the recording if nothing else is recorded.
    package var identifier: String { "distance" }

    /// Parses the options; `nil` if no receiver is named.
    package init?(_ arguments: ParsedArguments) throws(UsageError) {
        receiver = try ReceiverOptions(arguments)
        guard arguments.words[ReceiverOptions.gpsOption.declaration.name] != nil else {
            try arguments.refuse(
                [ReceiverOptions.coordinatesFlag.declaration],
                "it is for \(Self.subject), and none is recorded",
                "leave it out, or add --gps localhost"
            )
            return nil
        }
    }

    package func names(at placements: [String]) -> [DeviceName] {
        [DeviceName("--gps \(receiver.address.text)")]
    }

    @MainActor
    package func recorders(in frame: RecordingFrame) -> [PlannedRecorder] {
        var configuration = DistanceRecorderConfiguration(
            identifier: identifier,
            motionStepIdentifier: nil
        )
        configuration.usesCSVEncoding = frame.isCSV
        if receiver.keepsCoordinates { configuration.coordinates = true }
        var planned = PlannedRecorder(
            LocationDevices.recorders(of: receiver, noting: frame.notes),
            configuration,
            timekeeper: LiveTimekeeper()
        )
        // Other recorders continue if the receiver fails.
        planned.endsOthersByFailing = false
        return [planned]
    }
}
