// A connection to gpsd. This program connects and reads; libgps only decodes each message. Pointers of the library
// never leave this file, and decoded messages are plain values.

internal import CGPS
internal import SystemCalls
internal import Timebase

/// An open connection to a gpsd.
@safe struct GPSConnection: ~Copyable {
    private let data: UnsafeMutablePointer<gps_data_t>
    private let port: BytePort
    private let place: String
    private var lines: MessageLines
    /// Whether the other end has identified itself as a gpsd.
    private var isGPSD: Bool

    /// The time limit for a connection within this machine.
    private static let patience = Duration.seconds(2)
    /// The request that makes gpsd send reports.
    private static let request = Array(#"?WATCH={"enable":true,"json":true};"#.utf8) + [0x0A]
    /// How many bytes are read at once.
    private static let readBytes = 4096

    /// Connects to a gpsd of this machine, and requests reports.
    ///
    /// - Parameters:
    ///   - address: The address of gpsd, which must be on this machine.
    ///   - isGivenUp: True if the caller gives up.
    /// - Throws: `LocationError`, if the connection is refused or the address belongs to another machine.
    init(_ address: ReceiverAddress, isGivenUp: () -> Bool) throws(LocationError) {
        guard address.isOfThisMachine else { throw LocationError(.misnamed, at: address.text) }
        let numbers: [String]
        do throws(Errno) {
            if let known = NetworkReach.numbers(of: address.host) {
                numbers = [known]
            } else {
                numbers = try NetworkReach.addresses(of: address.host)
            }
        } catch {
            throw .connecting(error, at: address.text)
        }
        // Somebody may have given this machine's name to another machine.
        guard numbers.allSatisfy(ReceiverAddress.areOfThisMachine) else {
            throw LocationError(.misnamed, at: address.text)
        }
        try self.init(
            numbers,
            port: address.port,
            named: address.text,
            patience: Self.patience,
            isGivenUp: isGivenUp
        )
    }

    /// Connects to a gpsd of any machine and requests reports, without reading anything yet.
    ///
    /// - Parameters:
    ///   - numbers: Its numeric addresses; the first that accepts is used.
    ///   - number: Its port.
    ///   - place: The address that errors name.
    ///   - patience: How long to wait for a machine to accept the connection.
    ///   - isGivenUp: True if the caller gives up.
    /// - Throws: `LocationError` if no address accepts the connection.
    init(
        _ numbers: [String],
        port number: UInt16,
        named place: String,
        patience: Duration,
        isGivenUp: () -> Bool
    ) throws(LocationError) {
        let port = try Self.connected(numbers, number, place, patience, isGivenUp)
        let loaded = footfall_gps_load()
        guard loaded >= 0 else {
            throw LocationError(
                .failed(call: "loading libgps", Errno(rawValue: -loaded)),
                at: place
            )
        }
        do throws(SystemError) {
            try port.write(Self.request)
        } catch {
            throw Self.failure(error.errno, isGPSD: false, at: place)
        }
        guard let data = unsafe footfall_gps_new() else {
            throw .connecting(.noMemory, at: place)
        }
        unsafe self.data = data
        self.port = port
        self.place = place
        // Last, as the Swift of Debian for ARM fails on fields that a throw would have to clear.
        lines = MessageLines()
        isGPSD = false
    }

    deinit { unsafe footfall_gps_free(data) }

    private static func connected(
        _ numbers: [String],
        _ port: UInt16,
        _ place: String,
        _ patience: Duration,
        _ isGivenUp: () -> Bool
    ) throws(LocationError) -> BytePort {
        let end = SystemClock.monotonic.nanoseconds.addingClamped(patience.wholeNanoseconds)
        var reason = Errno.notFound
        for address in numbers where reason != .interrupted {
            do throws(SystemError) {
                return try BytePort.connect(
                    to: address,
                    port: port,
                    patience: .nanoseconds(max(0, end &- SystemClock.monotonic.nanoseconds)),
                    isGivenUp: isGivenUp
                )
            } catch {
                reason = error.errno
            }
        }
        throw .connecting(reason, at: place)
    }

    /// The descriptor to sleep on: it is readable when data has come or gpsd has gone.
    var number: Int32 { port.number }

    /// Reads a message without waiting; `nil` if no whole message has come.
    ///
    /// - Throws: `LocationError` if the other end has gone; if it never identified itself, it was not a gpsd.
    mutating func read() throws(LocationError) -> ReceiverMessage? {
        if let line = lines.next() { return message(in: line) }
        try readMore()
        return lines.next().map { message(in: $0) }
    }

    private mutating func readMore() throws(LocationError) {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.readBytes, alignment: 1)
        defer { unsafe room.deallocate() }
        let taken: BytePort.Taken
        do throws(SystemError) {
            taken = try unsafe port.read(into: room)
        } catch {
            throw Self.failure(error.errno, isGPSD: isGPSD, at: place)
        }
        switch taken {
        case .nothing: break
        case .end: throw Self.failure(.connectionReset, isGPSD: isGPSD, at: place)
        case .bytes(let count):
            unsafe lines.take(UnsafeRawBufferPointer(rebasing: room[..<count]))
        }
    }

    private static func failure(_ errno: Errno, isGPSD: Bool, at place: String) -> LocationError {
        switch errno {
        case .connectionReset, .brokenPipe: LocationError(isGPSD ? .gone : .noGPSD, at: place)
        default: .connecting(errno, at: place)
        }
    }

    private mutating func message(in line: [UInt8]) -> ReceiverMessage {
        var raw = footfall_gps_message()
        var line = line.map(CChar.init(bitPattern:))
        unsafe footfall_gps_unpack(data, &line, &raw)
        let message = message(raw)
        if message == .version { isGPSD = true }
        return message
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
