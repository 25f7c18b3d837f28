// A connection to gpsd through libgps. Pointers of the library never leave this file, and what it says is a value.

internal import CGPS
internal import SystemCalls

/// An open connection to a gpsd of this machine.
@safe struct GPSConnection: ~Copyable {
    private let data: UnsafeMutablePointer<gps_data_t>
    private let address: ReceiverAddress

    /// How long this machine's own network may take.
    private static let patience = Duration.seconds(2)

    /// What a message says.
    enum Message {
        /// Which gpsd it is.
        case version
        /// The devices that it has.
        case devices([ReceiverList.Entry])
        case report(ReceiverReport)
        /// Something else.
        case other
    }

    /// Connects, and asks for reports.
    ///
    /// - Parameters:
    ///   - address: Where gpsd answers, on this machine.
    ///   - isGivenUp: Whether nobody wants it any more.
    /// - Throws: `LocationError`, where it is refused or is of another machine.
    init(_ address: ReceiverAddress, isGivenUp: () -> Bool) throws(LocationError) {
        guard address.isOfThisMachine else {
            throw LocationError(.otherMachine, at: address.text)
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
            throw LocationError(.otherMachine, at: address.text)
        }
        var error: Int32 = 0
        guard let opened = unsafe footfall_gps_open(numbers, "\(address.port)", &error) else {
            // A number of the library's own says that it was not to be connected with, as it just was.
            let errno = error < 0 ? Errno.connectionRefused : Errno(rawValue: error)
            throw .connecting(errno, at: address.text)
        }
        unsafe data = opened
        self.address = address
    }

    deinit { unsafe footfall_gps_close(data) }

    /// What a thread sleeps beside until there is something to read.
    func sleep(wokenBy waking: WakingDescriptor) -> DescriptorSleep {
        DescriptorSleep(beside: [unsafe footfall_gps_descriptor(data)], wokenBy: waking)
    }

    /// Reads a message without waiting; `nil` where none is whole.
    ///
    /// - Throws: `LocationError` where gpsd has gone, which it says by no errno at all.
    mutating func read() throws(LocationError) -> Message? {
        guard unsafe footfall_gps_has_more(data) != 0 else { return nil }
        var message = footfall_gps_message()
        var error: Int32 = 0
        switch unsafe footfall_gps_read(data, &message, &error) {
        case 0: return nil
        case 1: return self.message(message)
        default:
            throw error == 0
                ? LocationError(.refused, at: address.text)
                : .connecting(Errno(rawValue: error), at: address.text)
        }
    }

    private func message(_ raw: footfall_gps_message) -> Message {
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
