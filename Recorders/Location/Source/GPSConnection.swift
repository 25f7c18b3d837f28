// A connection to gpsd through libgps. Pointers of the library never leave this file, and what it says is a value.

internal import CGPS
internal import SystemCalls

/// An open connection to a gpsd.
@safe struct GPSConnection: ~Copyable {
    private let data: UnsafeMutablePointer<gps_data_t>
    private let place: String

    /// How long this machine's own network may take.
    private static let patience = Duration.seconds(2)

    /// Connects to a gpsd of this machine, and asks for reports.
    ///
    /// - Parameters:
    ///   - address: Where gpsd answers, on this machine.
    ///   - isGivenUp: Whether nobody wants it any more.
    /// - Throws: `LocationError`, where it is refused or is of another machine.
    init(_ address: ReceiverAddress, isGivenUp: () -> Bool) throws(LocationError) {
        guard address.isOfThisMachine else {
            throw LocationError(.misnamed, at: address.text)
        }
        let numbers: String
        do throws(Errno) {
            numbers = try NetworkReach.look(
                address.host,
                port: address.port,
                patience: Self.patience,
                isGivenUp: isGivenUp
            )
        } catch {
            throw .connecting(error, at: address.text)
        }
        // Whoever has given this machine's name to another one.
        guard ReceiverAddress.areOfThisMachine(numbers) else {
            throw LocationError(.misnamed, at: address.text)
        }
        try self.init(numbers, port: address.port, named: address.text)
    }

    /// Connects to a gpsd of any machine, and asks for reports: nothing of it is read yet.
    ///
    /// - Parameters:
    ///   - numbers: Its address, as numbers.
    ///   - port: Its port.
    ///   - place: What it is called in errors.
    /// - Throws: `LocationError` where nobody takes the connection.
    init(_ numbers: String, port: UInt16, named place: String) throws(LocationError) {
        var error: Int32 = 0
        guard let opened = unsafe footfall_gps_open(numbers, "\(port)", &error) else {
            // A number of the library's own says that it was not to be connected with, as it just was.
            let errno = error < 0 ? Errno.connectionRefused : Errno(rawValue: error)
            throw .connecting(errno, at: place)
        }
        unsafe data = opened
        self.place = place
    }

    deinit { unsafe footfall_gps_close(data) }

    /// What a sleep is beside: something has come, or gpsd has gone.
    var number: Int32 { unsafe footfall_gps_descriptor(data) }

    /// Reads a message without waiting; `nil` where none is whole.
    ///
    /// - Throws: `LocationError` where gpsd has gone, which it says by no errno at all.
    mutating func read() throws(LocationError) -> ReceiverMessage? {
        var message = footfall_gps_message()
        var error: Int32 = 0
        switch unsafe footfall_gps_read(data, &message, &error) {
        case 0: return nil
        case 1: return self.message(message)
        default:
            throw error == 0
                ? LocationError(.refused, at: place)
                : .connecting(Errno(rawValue: error), at: place)
        }
    }

    private func message(_ raw: footfall_gps_message) -> ReceiverMessage {
        if raw.is_version != 0 { return .version }
        if raw.is_report != 0 { return .report(Self.report(raw)) }
        guard raw.is_devices != 0 else { return .other }
        let count = unsafe footfall_gps_devices(data)
        return .devices(
            (0..<count).map { index in
                ReceiverList.Entry(
                    path: unsafe String(cString: footfall_gps_device(data, index)),
                    driver: unsafe String(cString: footfall_gps_driver(data, index))
                )
            }
        )
    }

    private static func report(_ raw: footfall_gps_message) -> ReceiverReport {
        var raw = raw
        var report = ReceiverReport(mode: Int(raw.mode))
        report.device = unsafe withUnsafeBytes(of: &raw.device) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        report.cycle = raw.cycle_in_nanoseconds
        if raw.has_time != 0 { report.nanoseconds = raw.nanoseconds }
        if raw.has_place != 0 {
            report.position = Position(latitude: raw.latitude, longitude: raw.longitude)
        }
        report.altitude = raw.altitude
        report.horizontalAccuracy = raw.horizontal_error
        report.verticalAccuracy = raw.vertical_error
        report.course = raw.course
        report.speed = raw.speed
        return report
    }
}
