// What an operator sees of this command: its tasks, its devices, what runs.

internal import SessionFolder
internal import SystemCalls
internal import Timebase
internal import WebHost
internal import WebServer

/// The board of `footfall serve`.
@MainActor
final class ServedBoard: WebBoard {
    /// What the command is to do.
    enum Order: Sendable {
        case begin(String)
        case stop
        case fail(WebServerError)
    }

    /// In the order in which they were given.
    let orders: AsyncStream<Order>
    private let continuation: AsyncStream<Order>.Continuation
    nonisolated let sessions: String
    private let look: BoardLook
    private var running: (task: String, session: String?, start: BootInstant)?
    private(set) var last: BoardEnding?

    init(_ command: ServeCommand) throws(SystemError) {
        sessions = command.output
        look = try BoardLook(command)
        (orders, continuation) = AsyncStream<Order>.makeStream()
    }

    func order(_ order: Order) { continuation.yield(order) }

    nonisolated func survey() async -> BoardSurvey { await look.survey() }

    nonisolated func check(_ session: String) throws -> SessionCheck {
        try CheckCommand.check(session)
    }

    var run: BoardRun? {
        running.map {
            let seconds = $0.start.duration(to: LiveTimekeeper().now) / .seconds(1)
            return BoardRun(task: $0.task, session: $0.session, seconds: seconds)
        }
    }

    func begin(_ task: String) throws(BoardRefusal) {
        guard running == nil else { throw BoardRefusal("another task is running: end it first") }
        guard let found = look.known.first(where: { $0.name == task }) else {
            throw BoardRefusal("there is no such task: load the page anew")
        }
        guard found.canBegin else {
            throw BoardRefusal("the task has faults: footfall validate tells all of them")
        }
        running = (task, nil, LiveTimekeeper().now)
        order(.begin(task))
    }

    // MARK: Runs

    func noteSession(at path: String) { running?.session = FileSystem.name(of: path) }

    func noteEnd(_ report: TaskRunReport) {
        end(report.words, report.session.map(FileSystem.name), report.errors + report.notes)
    }

    func noteFailure(_ why: String) { end("could not be run: \(why)", running?.session, []) }

    private func end(_ words: String, _ session: String?, _ notes: [String]) {
        guard let running else { return }
        last = BoardEnding(task: running.task, words: words, session: session, notes: notes)
        self.running = nil
    }
}
