// Which datagrams make a mark: each mark once, and no more than a person makes. Whoever floods the port, or has
// another key, is told in the session, once for each kind and with a count at the end.

internal import PlainWords
internal import SystemCalls
internal import Timebase

/// Judges what comes by the network.
struct NetworkMarkJudge {
    /// What is to be done about a datagram.
    enum Verdict: Hashable {
        case mark(NetworkMark)
        /// It is of a mark that is made already.
        case known
        /// It is refused, with a line to note where it is the first of its kind.
        case refused(note: String?)
    }

    /// How many marks a session takes from the network.
    static let most = 1000
    /// How many at once; then one a second.
    static let burst = 20
    /// How far the clocks of two machines are apart, if both are synchronized, for a signed mark to be of now.
    static let longestAge: Int64 = 60_000_000_000

    private let key: [UInt8]?
    private var known: Set<[UInt8]> = []
    private var tokens = Double(Self.burst)
    private var last: BootInstant?
    private var counts: [Reason: Int] = [:]
    /// How many signed marks were taken of which nobody can say when they were sent.
    private var undated = 0

    private enum Reason: Int, Hashable, CaseIterable {
        case foreign, version, name, unsigned, key, old, tooMany

        var words: String {
            switch self {
            case .foreign: "are no marks of Footfall's"
            case .version: "are of another version of Footfall"
            case .name: "have a name that no mark has"
            case .unsigned: "are not signed"
            case .key: "are signed with another key"
            case .old: "are signed, but not of now"
            case .tooMany: "are more marks than a session takes"
            }
        }

        var remedy: String {
            switch self {
            case .foreign: "see who sends to UDP port \(NetworkMark.port)"
            case .version: "use the same version on all machines"
            case .name: "see who sends them"
            case .unsigned: "give `footfall mark` the --mark-secret of the boards"
            case .key: "give all machines the same --mark-secret"
            case .old: "set the clocks of both machines, or see who repeats them"
            case .tooMany:
                "a session takes \(NetworkMarkJudge.most), and one a second: see who sends them"
            }
        }
    }

    init(key: [UInt8]?) { self.key = key }

    /// Judges a datagram.
    ///
    /// - Parameters:
    ///   - bytes: All of it, if it was not longer than a mark.
    ///   - sender: Who sent it.
    ///   - now: When.
    ///   - realtime: The time of day then; `nil` where nobody vouches for this machine's clock.
    /// - Returns: What is to be done.
    mutating func judge(
        _ bytes: [UInt8]?,
        from sender: String,
        at now: BootInstant,
        realtime: Int64?
    ) -> Verdict {
        guard let bytes else { return refuse(.foreign, sender) }
        let mark: NetworkMark
        do throws(NetworkMark.Refusal) {
            mark = try NetworkMark(bytes, signedBy: key)
        } catch {
            switch error {
            case .foreign: return refuse(.foreign, sender)
            case .version(let number): return refuse(.version, sender, " (\(number))")
            case .name: return refuse(.name, sender)
            case .unsigned: return refuse(.unsigned, sender)
            case .key: return refuse(.key, sender)
            }
        }
        if known.contains(mark.id) { return .known }
        // What somebody has heard signed he can send again, tomorrow.
        if mark.isSigned, mark.isSenderSynchronized, let realtime {
            let (age, overflow) = realtime.subtractingReportingOverflow(mark.sentNanoseconds)
            if overflow || age.magnitude > UInt64(Self.longestAge) { return refuse(.old, sender) }
        }
        refill(at: now)
        guard tokens >= 1, known.count < Self.most else { return refuse(.tooMany, sender) }
        tokens -= 1
        known.insert(mark.id)
        if mark.isSigned, !(mark.isSenderSynchronized && realtime != nil) { undated += 1 }
        return .mark(mark)
    }

    private mutating func refill(at now: BootInstant) {
        let elapsed = last.map { max(.zero, $0.duration(to: now)) } ?? .zero
        tokens = min(Double(Self.burst), tokens + Double(elapsed.wholeNanoseconds) / 1e9)
        last = now
    }

    private mutating func refuse(
        _ reason: Reason,
        _ sender: String,
        _ detail: String = ""
    ) -> Verdict {
        let count = counts[reason, default: 0].addingClamped(1)
        counts[reason] = count
        guard count == 1 else { return .refused(note: nil) }
        return .refused(
            note: "datagrams from \(sender.printable) to the port of network marks "
                + "\(reason.words)\(detail), and were refused; \(reason.remedy)"
        )
    }

    /// How many were refused, a line each kind of which there were several; and of how many it is not known when they
    /// were sent.
    var account: [String] {
        var lines = Reason.allCases.compactMap { reason -> String? in
            guard let count = counts[reason], count > 1 else { return nil }
            return
                "\(Quantity.grouped(count)) datagrams to the port of network marks were refused, as they "
                + reason.words
        }
        if undated > 0 {
            lines.append(
                "of \(Quantity.count(undated, "signed mark", "signed marks")) of the network it is not known when "
                    + "they were sent, so that somebody may have repeated them: the clocks of both machines have "
                    + "to be held (`chronyc tracking`)"
            )
        }
        return lines
    }
}
