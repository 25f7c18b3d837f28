// `footfall delete --remote`: the sessions are named by where they lie or lay, and what was sent of them is found by
// the ledgers beside them. What cannot be done now is asked for, and the next sender does it.

internal import Outbox
internal import SessionFolder
internal import SystemCalls
internal import Timebase

/// Takes sessions back at one destination.
struct RemoteWithdrawal: Sendable {
    /// What came of one session there.
    struct Outcome: Encodable, Sendable {
        var session: String
        var destination: String
        /// Why it is not taken back; `nil` where nothing of it is there any more.
        var problem: String?
        /// Whether the next sender tries it again.
        var isTriedAgain = true

        private enum CodingKeys: String, CodingKey { case session, destination, problem }
    }

    /// What is said of a name that nothing is known of, here or there.
    static func notFound(_ likely: [String]) -> String {
        "nothing of that name was found there, and nothing here tells that it was sent"
            + (likely.isEmpty ? "" : "; is it \(likely.joined(separator: ", or "))?")
    }

    /// What is said when a signal ends it.
    static let farewell =
        "stopped; what is not withdrawn yet is kept in mind, and the next `footfall send` there withdraws it"

    private let destination: Destination
    /// The names of the sessions, by the folder that they are or were in.
    private let sessions: [(place: String, names: [String])]
    private let settings: RcloneSettings

    /// Looks at where the sessions lie; nothing is asked for yet.
    init(
        of paths: [String],
        at destination: Destination,
        rcloneConfiguration: String?
    ) throws {
        self.destination = destination
        var settings = RcloneSettings()
        settings.configuration = rcloneConfiguration
        self.settings = settings
        var found: [String: [String]] = [:]
        for path in paths {
            let place = try Self.place(of: path)
            do throws(SendError) {
                try Outbox.requireSessions(in: place, to: destination)
            } catch {
                throw SessionError(
                    "\(place): \(error.what)",
                    where: path,
                    remedy:
                        "name it by where it lies or lay, as Sessions/2026-11-21T101500Z_walk_1f6a03bc"
                )
            }
            let name = FileSystem.name(of: Self.trimmed(path))
            if found[place]?.contains(name) != true { found[place, default: []].append(name) }
        }
        sessions = found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Whether nothing is at a path that may have been a session's.
    static func isGone(_ path: String) -> Bool {
        FileSystem.kind(of: trimmed(path)) == .missing
            && (try? place(of: path)).map { FileSystem.kind(of: $0) } == .directory
    }

    /// Has it on the disk that the sessions are to be taken back.
    func ask() throws {
        for (place, names) in sessions {
            let requests = try WithdrawalRequests(of: place, at: destination)
            for name in names { try requests.add(name) }
        }
    }

    /// Takes them back, as far as the destination can be reached.
    func run() -> [Outcome] {
        sessions.flatMap { place, names in
            do throws(SendError) {
                let report = try withdraw(in: place)
                return names.map { outcome(of: $0, by: report) }
            } catch {
                return names.map { outcome(of: $0, "\(error)") }
            }
        }
    }

    private func withdraw(in place: String) throws(SendError) -> WithdrawalReport {
        let outbox = try Outbox(of: place, to: destination)
        let pass = try WithdrawalPass(outbox, by: settings) { LiveTimekeeper().reading().realtime }
        return pass.run { true }
    }

    private func outcome(of name: String, by report: WithdrawalReport) -> Outcome {
        if let likely = report.notFound[name] {
            return outcome(of: name, Self.notFound(likely), isTriedAgain: false)
        }
        // What of a session has another name there is withdrawn with it.
        let failed = report.failed.first { SessionList.isOfTheSameFolder($0.key, name) }?.value
        return outcome(of: name, (failed ?? report.obstacle)?.description)
    }

    private func outcome(of name: String, _ problem: String?, isTriedAgain: Bool = true) -> Outcome
    {
        Outcome(
            session: name,
            destination: destination.shown,
            problem: problem,
            isTriedAgain: isTriedAgain
        )
    }

    /// The folder that a session is or was in.
    private static func place(of path: String) throws(SessionError) -> String {
        let whole = trimmed(path)
        do throws(SystemError) {
            let above = FileSystem.parent(of: whole) ?? "."
            return try FileSystem.absolutePath(above.isEmpty ? "." : above)
        } catch {
            throw SessionError(
                "there is no folder that it may have been in",
                where: path,
                remedy: "name it by where it lay, as Sessions/2026-11-21T101500Z_walk_1f6a03bc"
            )
        }
    }

    private static func trimmed(_ path: String) -> String {
        var text = path[...]
        while text.count > 1, text.hasSuffix("/") { text.removeLast() }
        return String(text)
    }
}
