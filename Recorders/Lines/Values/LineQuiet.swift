// Measures how long a port delivers nothing. An open port shows nothing about the device behind it: a sender that is
// off, a loose cable, and a program that writes elsewhere all look like a device without data.

/// Measures how long nothing has come.
struct LineQuiet: Sendable {
    /// The spacing of lines, if the user gave a rate.
    private let promised: Double?
    /// When data last came; before the first data, when the port was opened.
    private var since: Int64
    /// How many times data came.
    private var heard = 0
    /// The longest time without data so far.
    private var longest: Int64 = 0
    /// How many pauses there were that were longer than usual; `total` is their length.
    private var times = 0
    private var total: Int64 = 0
    private var isTold = false

    /// The shortest silence that is reported, in nanoseconds.
    private static let shortest: Int64 = 3_000_000_000
    /// If a port is open for a shorter time, in nanoseconds, the device may not have sent anything yet.
    private static let instant: Int64 = 500_000_000
    /// A pause of this many line spacings is still usual.
    private static let distances = 10.0
    /// After how many reads a device's usual pace is known.
    private static let enough = 100

    /// Starts when the port is opened.
    init(rateInHertz: Double?, openedAt now: Int64) {
        promised = rateInHertz.flatMap { $0 > 0 ? 1e9 / $0 : nil }
        since = now
    }

    /// How long silence is usual; `nil` if the device's pace is unknown.
    private var limit: Int64? {
        if let promised { return max(Self.shortest, Int64(min(1e17, promised * Self.distances))) }
        if heard == 0 { return Self.shortest }
        guard heard >= Self.enough else { return nil }
        return max(Self.shortest, Int64(min(1e17, Double(longest) * Self.distances)))
    }

    /// Notes that data has come.
    ///
    /// - Parameter now: The present time.
    /// - Returns: Whether it was preceded by a silence that is too long for the given rate.
    mutating func hear(at now: Int64) -> Bool {
        let passed = now &- since
        let isLong = heard > 0 && limit.map { passed > $0 } ?? false
        if isLong {
            times += 1
            total = total &+ passed
        }
        // A device that sends only when something happens may be silent as long again, so that counts as usual.
        if heard > 0 { longest = max(longest, passed) }
        since = now
        heard += 1
        isTold = false
        return isLong && promised != nil
    }

    /// When `takeNote` is due if nothing comes.
    var deadline: Int64? { isTold ? nil : limit.map { since &+ $0 } }

    /// The report of a silence; one for each silence, and only for the first ones.
    mutating func takeNote(at now: Int64) -> String? {
        guard let deadline, now >= deadline else { return nil }
        isTold = true
        guard heard == 0 || times < 3 else { return nil }
        let seconds = (now &- since) / 1_000_000_000
        return heard == 0
            ? "nothing has come \(seconds) s after the port was opened"
            : "nothing has come for \(seconds) s"
    }

    /// The silence at the end.
    ///
    /// - Parameter now: The end.
    /// - Returns: The silence; `nil` if it is not too long.
    func silence(at now: Int64) -> LineSilence? {
        let passed = now &- since
        guard heard == 0 || promised != nil, let limit,
            passed >= (heard == 0 ? Self.instant : limit)
        else { return nil }
        return LineSilence(seconds: Double(passed) / 1e9, isWhole: heard == 0)
    }

    /// Whether the silence up to an instant means that lines are missing; always false without a given rate.
    func isPause(at now: Int64) -> Bool {
        guard heard > 0, let promised, let limit else { return false }
        let passed = now &- since
        if passed >= limit { return true }
        let usual = max(promised * Self.distances, Double(longest) * 3)
        return passed >= Self.instant && Double(passed) >= usual
    }

    /// Whether no data has ever come.
    var isUnheard: Bool { heard == 0 }

    /// The note on pauses that have ended, if any.
    var note: String? {
        guard times > 0 else { return nil }
        let seconds = (Double(total) / 1e8).rounded() / 10
        return
            "nothing came for longer than is usual \(LineTally.times(Int64(times))), \(seconds) s in all"
    }
}

/// A port that delivered nothing up to its end.
public struct LineSilence: Sendable, Hashable {
    /// How long it was silent.
    let seconds: Double
    /// Whether it never delivered anything.
    let isWhole: Bool
}

extension LineSilence {
    /// The silence, in words.
    var words: String {
        let length = "\(Int(min(seconds, 1e12).rounded())) s"
        return isWhole
            ? "nothing has come in the \(length) that it was open"
            : "nothing came any more in the last \(length)"
    }
}

extension LinePort.Kind {
    /// What the user should check if nothing comes.
    ///
    /// - Parameter isSerial: Whether the port, if it is a path, is a serial port.
    /// - Returns: The advice in words.
    func remedyOfSilence(isSerial: Bool) -> String {
        switch self {
        case .path(_, let baud) where isSerial:
            "check that the device is on and sends, and its speed, which was taken to be "
                + "\(baud ?? LinePort.usualBaud) baud"
        case .path: "check that a program writes into it, a whole line at once"
        case .standardInput: "check that the program before the | writes, a whole line at once"
        case .tcp: "check that the device's program sends by itself, without being asked"
        case .udp(let address, let port):
            "check that the device is on and sends to port \(port) of "
                + (address ?? "this machine") + ", and that no firewall is between"
        }
    }
}
