// The command-line options for satellite receivers.

internal import Arguments
internal import LocationRecorder
internal import PlainWords

/// The gpsd to connect to, and what to keep of its receiver.
struct ReceiverOptions: Sendable, Equatable {
    var address = ReceiverAddress.usual
    var keepsCoordinates = false

    static let gpsOption = gps(
        "the gpsd that has the satellite receiver: localhost, or HOST:PORT; localhost:2947 if not given"
    )
    static let coordinatesFlag = Flag(
        "coordinates",
        "also record latitude and longitude of satellite receivers, not only the walked distance"
    )

    /// The option that names a gpsd, with a summary for one command.
    static func gps(_ summary: String) -> Option<ReceiverAddress> {
        Option("gps", taking: "ADDRESS", as: .receiver, summary)
    }

    /// This machine's gpsd, without coordinates.
    init() {}

    init(_ arguments: ParsedArguments) throws(UsageError) {
        address = try arguments.value(of: Self.gpsOption) ?? .usual
        keepsCoordinates = arguments.contains(Self.coordinatesFlag)
    }
}

extension Conversion<ReceiverAddress> {
    /// The address of a gpsd.
    fileprivate static var receiver: Self {
        Self { word throws(ConversionError) in
            do throws(LocationError) {
                return try ReceiverAddress(word)
            } catch {
                throw ConversionError(problem: error.what, remedy: error.remedy ?? "")
            }
        }
    }
}
