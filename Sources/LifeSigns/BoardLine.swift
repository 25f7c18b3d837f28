// The row of a board in a table. Words and numbers come from a broker and are untrusted: each is made safe to show and
// shortened here.

internal import PlainWords
internal import SystemCalls
public import Timebase

/// A board's row in a table.
public struct BoardLine: Sendable, Hashable {
    /// The titles of the columns.
    public static let heading = [
        "board", "by", "state", "since", "heard", "does", "subject", "sensors", "lost", "battery",
        "disk", "to send",
    ]

    /// The content of a cell whose value is unknown.
    public static let unknown = "-"

    public var standing: BoardStanding
    public var cells: [String]

    /// The row of a board at an instant.
    public init(
        _ place: BoardRoster.Place,
        _ heard: BoardRoster.Heard,
        at now: BootInstant,
        date: WallInstant
    ) {
        standing = heard.standing(at: now, date: date)
        let sign = heard.sign
        let age = heard.age(at: now, date: date)
        cells = [
            place.board.printable, place.part.printable,
            Self.state(standing, sign), Self.since(sign, age),
            Self.heard(sign, age, heard.problem), Self.work(sign),
            Self.subject(sign), Self.sensors(sign), sign.map { Quantity.grouped($0.lost) },
            sign?.battery.map { "\($0.percent) %\($0.isCharging ? " +" : "")" },
            sign?.disk.map { "\(Quantity.bytes($0.freeBytes)) free" },
            Self.outbox(sign, date),
        ].map { $0 ?? Self.unknown }
    }

    /// True if somebody should look after the board.
    public var isAlarming: Bool {
        switch standing {
        case .ahead, .overdue, .gone, .unreadable: true
        case .alive, .stopped: false
        }
    }

    private static func state(_ standing: BoardStanding, _ sign: LifeSign?) -> String {
        let was = sign.map(\.state.rawValue)
        return switch standing {
        case .alive, .stopped: was ?? unknown
        case .ahead: "UNKNOWN\(was.map { ", was \($0)" } ?? "")"
        case .overdue: "SILENT\(was.map { ", was \($0)" } ?? "")"
        case .gone: "GONE\(was.map { ", was \($0)" } ?? "")"
        case .unreadable: "UNREADABLE"
        }
    }

    /// How long the state has lasted: until the last sign by the board's clock, and since then by this machine's clock.
    private static func since(_ sign: LifeSign?, _ age: Duration?) -> String? {
        guard let sign else { return nil }
        let before = sign.when.instant.nanosecondsSince1970
            .subtractingClamped(sign.since.instant.nanosecondsSince1970)
        return span(.nanoseconds(max(0, before)) + (age ?? .zero))
    }

    private static func work(_ sign: LifeSign?) -> String? {
        guard let task = sign?.task else { return nil }
        return (task.text + (sign?.step.map { " / \($0.text)" } ?? "")).printable
    }

    private static func subject(_ sign: LifeSign?) -> String? {
        sign?.subject?.text ?? (sign?.isSubjectWithheld == true ? "(not said)" : nil)
    }

    private static func sensors(_ sign: LifeSign?) -> String? {
        guard let sign, let first = sign.sensors.first else { return nil }
        let count = sign.sensors.count.addingClamped(sign.sensorsLeftOut ?? 0)
        let failed = sign.sensors.filter { $0.hasFailed == true }.count
        let name = count == 1 ? first.kind.text.printable : "\(Quantity.grouped(count)):"
        let rates = sign.sensors.compactMap(\.perSecond)
        let asked = sign.sensors.compactMap(\.askedPerSecond)
        var words = [name]
        if !rates.isEmpty {
            let isWhole = asked.count == count && rates.count == count
            let ofAsked = isWhole ? " of \(rate(asked))" : ""
            words.append("\(rate(rates))\(ofAsked) /s")
        }
        if failed > 0 { words.append("\(failed) FAILED") }
        return words.joined(separator: " ")
    }

    private static func rate(_ rates: [Double]) -> String {
        Quantity.oneDecimal(rates.reduce(0, +))
    }

    private static func outbox(_ sign: LifeSign?, _ date: WallInstant) -> String? {
        guard let outbox = sign?.outbox else { return nil }
        guard let oldest = outbox.oldest, outbox.waiting > 0 else {
            return Quantity.grouped(outbox.waiting)
        }
        let age = date.nanosecondsSince1970
            .subtractingClamped(oldest.instant.nanosecondsSince1970)
        return "\(Quantity.grouped(outbox.waiting)), oldest \(span(.nanoseconds(max(0, age))))"
    }

    private static func heard(
        _ sign: LifeSign?,
        _ age: Duration?,
        _ problem: String?
    ) -> String? {
        if let problem { return problem.printable }
        if let age { return "\(span(age)) ago" }
        return sign == nil ? nil : "its clock is ahead of ours"
    }

    /// Formats a duration in one or two words.
    static func span(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86_400)
        if seconds < 60 { return "\(seconds) s" }
        if minutes < 60 { return "\(minutes) min" }
        if hours < 24 { return "\(hours) h \(minutes % 60) min" }
        return days < 10
            ? "\(days) d \(hours % 24) h" : "\(Quantity.grouped(Int(clamping: days))) d"
    }
}
