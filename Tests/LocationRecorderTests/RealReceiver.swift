// A real gpsd that reads what a test sends: sentences of a receiver, by UDP.

import CueParts
import Glibc
import LoopbackParts
import SystemCalls
import Testing

@testable import LocationRecorder

/// A gpsd of the test's own, and the receiver that it hears.
final class RealReceiver {
    let address: ReceiverAddress
    private let source: UInt16
    private let socket: Loopback
    private var gpsd: Service?
    /// How often it sends, in microseconds.
    private static let pace: UInt32 = 12_000

    init() throws {
        address = try ReceiverAddress("127.0.0.1:\(try Self.freePort(SOCK_STREAM))")
        source = try Self.freePort(SOCK_DGRAM)
        socket = try Loopback(SOCK_DGRAM)
        try start()
    }

    private static func freePort(_ kind: __socket_type) throws -> UInt16 { try Loopback(kind).port }

    /// Starts gpsd, and waits until it answers.
    func start() throws {
        let words = ["-N", "-n", "-S", "\(address.port)", "udp://127.0.0.1:\(source)"]
        gpsd = try Service(["env", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "gpsd"] + words)
        for _ in 0..<2000 {
            if ReceiverList.present(at: address).gps?.receivers.isEmpty == false { return }
            usleep(5000)
        }
        Issue.record("gpsd did not answer: \(gpsd?.program.errorText() ?? "")")
    }

    /// Ends gpsd by a signal that it cannot catch.
    func kill() {
        gpsd?.end()
        gpsd = nil
    }

    /// Sends fixes of a walk to the north, of 0.00001° a second.
    func walk(_ seconds: Range<Int>, hasFix: Bool = true, metresOff: Double = 0) {
        for second in seconds {
            send(second, Self.latitude(second) + metresOff / 111_265, hasFix: hasFix)
            usleep(Self.pace)
        }
    }

    static func latitude(_ second: Int) -> Double { 52.5173 + Double(second) * 1e-5 }
    static let longitude = 133.4127

    private func send(_ second: Int, _ latitude: Double, hasFix: Bool) {
        let time =
            Self.padded(second / 3600 + 12, 2) + Self.padded(second / 60 % 60, 2)
            + Self.padded(second % 60, 2) + ".00"
        let place = "\(Self.angle(latitude, 2)),N,\(Self.angle(Self.longitude, 3)),E"
        let text =
            hasFix
            ? [
                "GPGGA,\(time),\(place),1,08,0.9,34.0,M,45.0,M,,",
                "GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1",
                "GPRMC,\(time),A,\(place),2.16,0.0,271126,,,A",
            ]
            : [
                "GPGGA,\(time),,,,,0,00,99.99,,,,,,",
                "GPGSA,A,1,,,,,,,,,,,,,99.99,99.99,99.99",
                "GPRMC,\(time),V,,,,,,,271126,,,N",
            ]
        socket.send(Array(text.map(Self.sentence).joined().utf8), to: source)
    }

    private static func sentence(_ text: String) -> String {
        let sum = text.utf8.reduce(0, ^)
        let digits = String(sum, radix: 16, uppercase: true)
        return "$\(text)*\(digits.count < 2 ? "0" : "")\(digits)\r\n"
    }

    /// Degrees and minutes, with seven decimals.
    private static func angle(_ degrees: Double, _ width: Int) -> String {
        let units = Int((degrees * 600_000_000).rounded())
        let (whole, minutes) = (units / 600_000_000, units % 600_000_000)
        return padded(whole, width) + padded(minutes / 10_000_000, 2) + "."
            + padded(minutes % 10_000_000, 7)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
