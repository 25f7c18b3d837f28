// Decides which datagrams make a mark. Each mark counts once although it is sent several times, and the rate is
// limited to what a person can make. Refusals (a flood, another key) are noted in the session once for each kind,
// with a total at the end.

internal import PlainWords
internal import SystemCalls
internal import Timebase

/// Accepts or refuses the datagrams received on the port of network marks.
struct NetworkMarkJudge {
    /// What to do with a datagram.
    enum Verdict: Hashable {
        case mark(NetworkMark)
        /// It repeats a mark that has been made already.
        case known
        /// It is refused; `note` is a line for the session, and `nil` except for the first refusal of its kind.
        case refused(note: String?)
    }

    /// The most marks that a session accepts from the network.
    static let most = 1000
    /// How many marks are accepted in a burst; after that, one a second.
    static let burst = 20
    /// The greatest age of a signed mark, in nanoseconds of `CLOCK_REALTIME`.
    ///
    /// A mark may also be dated this far in the future: the two machines' synchronized clocks may differ.
    static let longestAge: Int64 = 60_000_000_000

    private let key: [UInt8]?
    private var known: Set<[UInt8]> = []
    private var tokens = Double(Self.burst)
    private var last: BootInstant?
    private var counts: [Reason: Int] = [:]
    /// How many signed marks were accepted although their sending time could not be checked.
    private var undated = 0

    private enum Reason: Int, Hashable, CaseIterable {
        case foreign, version, name, unsigned, key, old, tooMany

        var words: String {
            switch self {
            case .foreign: "are no marks of Footfall's"
            case .version: "are of another version of Footfall"
            case .name: "have an invalid mark name"
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
    ///   - bytes: The whole datagram; `nil` if it is longer than any mark.
    ///   - sender: The sender's address.
    ///   - now: When it was received.
    ///   - realtime: The time of day at `now`; `nil` if this machine's clock is not synchronized.
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
        // Refuse old marks: an attacker could record a signed datagram and send it again later.
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

    /// Summary lines for the end of the session.
    ///
    /// One line for each kind of refusal that happened more than once, and one for the signed marks whose sending
    /// time could not be checked.
    var account: [String] {
        var lines = Reason.allCases.compactMap { reason -> String? in
            guard let count = counts[reason], count > 1 else { return nil }
            return
                "\(Quantity.grouped(count)) datagrams to the port of network marks were refused, as they "
                + reason.words
        }
        if undated > 0 {
            lines.append(
                "the sending time of \(Quantity.count(undated, "signed network mark", "signed network marks")) could "
                    + "not be checked, so somebody may have recorded and repeated them: synchronize the clocks of "
                    + "both machines (`chronyc tracking`)"
            )
        }
        return lines
    }
}
