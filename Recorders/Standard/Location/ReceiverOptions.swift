// What the command line says of satellite receivers.

internal import Arguments
internal import LocationRecorder
internal import PlainWords

/// Which gpsd is asked, and what of its receiver is kept.
struct ReceiverOptions: Sendable, Equatable {
    var address = ReceiverAddress.usual
    var keepsCoordinates = false

    static let gpsOption = gps(
        "the gpsd that has the satellite receiver: localhost, or HOST:PORT; localhost:2947 if not given"
    )
    static let coordinatesFlag = Flag(
        "coordinates",
        "keep latitude and longitude of satellite receivers, too, and not only the distance that is walked"
    )

    /// The option that names a gpsd, as a command means it.
    static func gps(_ summary: String) -> Option<ReceiverAddress> {
        Option("gps", taking: "ADDRESS", as: .receiver, summary)
    }

    /// This machine's own gpsd, of which distances alone are kept.
    init() {}

    init(_ arguments: ParsedArguments) throws(UsageError) {
        address = try arguments.value(of: Self.gpsOption) ?? .usual
        keepsCoordinates = arguments.contains(Self.coordinatesFlag)
    }
}

extension Conversion<ReceiverAddress> {
    /// Where a gpsd answers.
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
