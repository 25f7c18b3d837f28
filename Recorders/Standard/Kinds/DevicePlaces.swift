// Where the devices are that a command has to be told of, for all kinds together: a kind whose devices have an address
// adds it here, and `run`, `serve` and `devices` take it without knowing of it.

package import Arguments

/// Where devices are that recorders are made over.
package struct DevicePlaces: Sendable, Equatable {
    /// The motion sensors.
    package var motion: String
    /// The calibrations that motion sensors' values are calibrated by; as they give them without it.
    package var calibrations: CalibrationStore?
    /// The satellite receiver, and what of it is kept.
    var receiver = ReceiverOptions()

    /// The options that say where devices are.
    package static let addresses = [
        SourceOptions.uri.declaration, ReceiverOptions.gpsOption.declaration,
    ]

    /// These, and what is kept of the devices there.
    package static let options =
        addresses + [ReceiverOptions.coordinatesFlag.declaration] + CalibrationChoice.options

    /// The motion sensors at an address, and all other devices of this machine.
    package init(motion: String) { self.motion = motion }

    /// What the command line of a command that records says.
    package init(_ arguments: ParsedArguments) throws(UsageError) {
        self = try Self.listed(arguments)
        calibrations = try CalibrationChoice.store(arguments)
    }

    /// What the command line says where nothing is recorded.
    package static func listed(_ arguments: ParsedArguments) throws(UsageError) -> DevicePlaces {
        var places = DevicePlaces(
            motion: try arguments.value(of: SourceOptions.uri) ?? SourceOptions.defaultURI
        )
        places.receiver = try ReceiverOptions(arguments)
        return places
    }
}
