// Carries out `footfall delete --remote`. The user names sessions by their present or former paths, and the ledgers in
// their parent folders record what was sent. A request that cannot be carried out now is stored, and the next
// `footfall send` carries it out.

internal import Outbox
internal import SessionFolder
internal import SystemCalls
internal import Timebase

/// Withdraws sessions from one destination.
struct RemoteWithdrawal: Sendable {
    /// The result for one session.
    struct Outcome: Encodable, Sendable {
        var session: String
        var destination: String
        /// Why it is not withdrawn; `nil` if nothing of it is left at the destination.
        var problem: String?
        /// Whether the next `footfall send` tries again to withdraw the session.
        var isTriedAgain = true

        private enum CodingKeys: String, CodingKey { case session, destination, problem }
    }

    /// The message about a name that is unknown both here and at the destination.
    static func notFound(_ likely: [String]) -> String {
        "nothing of that name was found there, and nothing on this machine shows that it was sent"
            + (likely.isEmpty ? "" : "; is it \(likely.joined(separator: ", or "))?")
    }

    /// The message when a signal ends the program.
    static let farewell =
        "stopped; the copies that are not withdrawn yet are noted, and the next `footfall send` there withdraws "
        + "them"

    private let destination: Destination
    /// The parent folders of the sessions, each with the names of its present or former sessions.
    private let sessions: [(place: String, names: [String])]
    private let settings: RcloneSettings

    /// Finds the parent folders of the sessions, without storing a request yet.
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
                        "give its present or former path, such as Sessions/2026-11-21T101500Z_walk_1f6a03bc"
                )
            }
            let name = FileSystem.name(of: Self.trimmed(path))
            if found[place]?.contains(name) != true { found[place, default: []].append(name) }
        }
        sessions = found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Whether a path does not exist, but its parent folder does, so that it may have been a session.
    ///
    /// A session of which a deletion has left something is not gone.
    static func isGone(_ path: String) -> Bool {
        FileSystem.kind(of: trimmed(path)) == .missing && SessionRemoval.rest(of: path) == nil
            && (try? place(of: path)).map { FileSystem.kind(of: $0) } == .directory
    }

    /// Stores the requests to withdraw the sessions on the disk.
    func ask() throws {
        for (place, names) in sessions {
            let requests = try WithdrawalRequests(of: place, at: destination)
            for name in names { try requests.add(name) }
        }
    }

    /// Withdraws the sessions, as far as the destination can be reached.
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
        // A session may also have been sent under earlier names, which are withdrawn, too; a failure of any counts.
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

    /// Returns the absolute path of the folder that contains, or contained, a session.
    private static func place(of path: String) throws(SessionError) -> String {
        let whole = trimmed(path)
        do throws(SystemError) {
            let above = FileSystem.parent(of: whole) ?? "."
            return try FileSystem.absolutePath(above.isEmpty ? "." : above)
        } catch {
            throw SessionError(
                "the folder that would contain it does not exist",
                where: path,
                remedy: "give its former path, such as Sessions/2026-11-21T101500Z_walk_1f6a03bc"
            )
        }
    }

    private static func trimmed(_ path: String) -> String {
        var text = path[...]
        while text.count > 1, text.hasSuffix("/") { text.removeLast() }
        return String(text)
    }
}
