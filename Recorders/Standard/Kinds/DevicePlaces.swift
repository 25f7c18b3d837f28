// Where devices are, for all kinds of recorders together. A kind whose devices have an address adds it here; `run`,
// `serve` and `devices` accept the option without knowing the kind.

package import Arguments

/// Where the recorders' devices are.
package struct DevicePlaces: Sendable, Equatable {
    /// The address of the motion sensors.
    package var motion: String
    /// The calibrations for motion sensors; `nil` for uncalibrated values.
    package var calibrations: CalibrationStore?
    /// The satellite receiver, and what to keep of it.
    var receiver = ReceiverOptions()

    /// The options for the addresses of devices.
    package static let addresses = [
        SourceOptions.uri.declaration, ReceiverOptions.gpsOption.declaration,
    ]

    /// These options, and those on what to keep and how to calibrate.
    package static let options =
        addresses + [ReceiverOptions.coordinatesFlag.declaration] + CalibrationChoice.options

    /// The motion sensors at an address, and all other devices of this machine.
    package init(motion: String) { self.motion = motion }

    /// Parses the options of a command that records.
    package init(_ arguments: ParsedArguments) throws(UsageError) {
        self = try Self.listed(arguments)
        calibrations = try CalibrationChoice.store(arguments)
    }

    /// Parses the options of a command that does not record.
    package static func listed(_ arguments: ParsedArguments) throws(UsageError) -> DevicePlaces {
        var places = DevicePlaces(
            motion: try arguments.value(of: SourceOptions.uri) ?? SourceOptions.defaultURI
        )
        places.receiver = try ReceiverOptions(arguments)
        return places
    }
}
