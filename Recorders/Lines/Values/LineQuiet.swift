// For how long a port gives nothing. A port that is open says nothing of the device behind it: a sender that is off, a
// cable that is loose, a program that writes elsewhere all look like a device without news.

/// Watches for how long nothing has come.
struct LineQuiet: Sendable {
    /// How far lines should be apart, where somebody has said so.
    private let promised: Double?
    /// When something came last; before the first time, when the port was opened.
    private var since: Int64
    /// How often something came.
    private var heard = 0
    /// The longest time without anything, but for those that were told.
    private var longest: Int64 = 0
    /// How often and for how long it was quiet.
    private var times = 0
    private var total: Int64 = 0
    private var isTold = false

    /// So long a device may be quiet that has readings.
    private static let shortest: Int64 = 3_000_000_000
    /// In less nobody can have said anything.
    private static let instant: Int64 = 500_000_000
    /// So many distances of lines are no pause.
    private static let distances = 10.0
    /// From so many reads on it shows how a device speaks.
    private static let enough = 100

    /// A watch that begins with the opening of the port.
    init(rateInHertz: Double?, openedAt now: Int64) {
        promised = rateInHertz.flatMap { $0 > 0 ? 1e9 / $0 : nil }
        since = now
    }

    /// How long nothing may come; `nil` where nobody knows how often the device speaks.
    private var limit: Int64? {
        if let promised { return max(Self.shortest, Int64(min(1e17, promised * Self.distances))) }
        if heard == 0 { return Self.shortest }
        guard heard >= Self.enough else { return nil }
        return max(Self.shortest, Int64(min(1e17, Double(longest) * Self.distances)))
    }

    /// Takes that something has come.
    ///
    /// - Parameter now: When.
    /// - Returns: Whether it was quiet before for longer than a device may be of which the rate was said.
    mutating func hear(at now: Int64) -> Bool {
        let passed = now &- since
        let isLong = heard > 0 && limit.map { passed > $0 } ?? false
        if isLong {
            times += 1
            total = total &+ passed
        }
        // Who speaks only when something happens may rest as long again.
        if heard > 0 { longest = max(longest, passed) }
        since = now
        heard += 1
        isTold = false
        return isLong && promised != nil
    }

    /// When `takeNote` is due, if nothing comes.
    var deadline: Int64? { isTold ? nil : limit.map { since &+ $0 } }

    /// What is to be told at an instant while nothing comes: once each, and of the first pauses alone.
    mutating func takeNote(at now: Int64) -> String? {
        guard let deadline, now >= deadline else { return nil }
        isTold = true
        guard heard == 0 || times < 3 else { return nil }
        let seconds = (now &- since) / 1_000_000_000
        return heard == 0
            ? "nothing has come \(seconds) s after the port was opened"
            : "nothing has come for \(seconds) s"
    }

    /// For how long it was quiet at the end.
    ///
    /// - Parameter now: The end.
    /// - Returns: The silence; `nil` where it is none.
    func silence(at now: Int64) -> LineSilence? {
        let passed = now &- since
        guard heard == 0 || promised != nil, let limit,
            passed >= (heard == 0 ? Self.instant : limit)
        else { return nil }
        return LineSilence(seconds: Double(passed) / 1e9, isWhole: heard == 0)
    }

    /// Whether lines are missing up to an instant: of a device whose rate was said so much shows soon.
    func isPause(at now: Int64) -> Bool {
        guard heard > 0, let promised, let limit else { return false }
        let passed = now &- since
        if passed >= limit { return true }
        let usual = max(promised * Self.distances, Double(longest) * 3)
        return passed >= Self.instant && Double(passed) >= usual
    }

    /// Whether nothing has ever come.
    var isUnheard: Bool { heard == 0 }

    /// What is to be told of pauses that ended.
    var note: String? {
        guard times > 0 else { return nil }
        let seconds = (Double(total) / 1e8).rounded() / 10
        return
            "nothing came for longer than is usual \(LineTally.times(Int64(times))), \(seconds) s in all"
    }
}

/// A port that gave nothing up to its end.
public struct LineSilence: Sendable, Hashable {
    /// For how long.
    let seconds: Double
    /// Whether it never gave anything.
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
    /// What to look at where nothing comes.
    ///
    /// - Parameter isSerial: Whether the port is a serial one, where it is a path.
    /// - Returns: The words.
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
