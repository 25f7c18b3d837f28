// The state of `footfall serve` for the operator's page: which task runs, how the last one ended, and what the operator
// wants next.

internal import SessionFolder
internal import SessionPlot
internal import SessionRuns
internal import StandardRecorders
internal import SystemCalls
internal import Timebase
internal import WebHost
internal import WebServer

/// The state of `footfall serve`, and the operator's orders.
@MainActor
final class ServedBoard: WebBoard {
    /// An order to the command.
    enum Order: Sendable {
        case begin(String, for: Participant?, by: StudyRules)
        case stop
        case fail(WebServerError)
    }

    /// The orders, in sequence.
    let orders: AsyncStream<Order>
    private let continuation: AsyncStream<Order>.Continuation
    nonisolated let sessions: String
    private let look: BoardLook
    private var running: BoardRun?
    private var start = BootInstant(nanoseconds: 0)
    /// Whether the present run must end, even if it is not shown yet.
    private(set) var isEndWanted = false
    /// Ends the shown run.
    var endsShown: () -> Void = {}
    private(set) var last: BoardEnding?

    init(_ command: ServeCommand, knowing rules: BoardRules) throws(SystemError) {
        sessions = command.output
        look = try BoardLook(command, knowing: rules)
        (orders, continuation) = AsyncStream<Order>.makeStream()
    }

    nonisolated func survey() async -> BoardSurvey {
        await look.survey(isRecording: await run != nil)
    }

    nonisolated func check(_ session: String) throws -> SessionCheck {
        try CheckCommand.check(session)
    }

    nonisolated func plot(_ session: String) throws -> BoardPlot {
        let page = try PlotPage(ofSession: session, kinds: StandardKinds.all)
        return BoardPlot(page: page.bytes, policy: page.policy)
    }

    var run: BoardRun? {
        var run = running
        run?.seconds = start.duration(to: LiveTimekeeper().now) / .seconds(1)
        return run
    }

    func begin(_ task: String, for participant: Participant?) throws(BoardRefusal) {
        guard running == nil else { throw BoardRefusal("another task is running: end it first") }
        guard let found = look.known.first(where: { $0.name == task }) else {
            throw BoardRefusal("there is no such task: reload the page")
        }
        guard found.canBegin else {
            throw BoardRefusal("the task has faults: footfall validate reports all of them")
        }
        let rules = try look.rules.settled(for: participant)
        start = LiveTimekeeper().now
        let id = String(UInt64.random(in: .min ... .max), radix: 36)
        running = BoardRun(id: id, task: task, session: nil, seconds: 0)
        continuation.yield(.begin(task, for: participant, by: rules))
    }

    func end(_ run: BoardRun.ID) throws(BoardRefusal) {
        guard running?.id == run else { throw BoardRefusal("that task is not running any more") }
        isEndWanted = true
        endsShown()
    }

    /// Stops serving and ends the present run.
    func stop() {
        isEndWanted = true
        continuation.yield(.stop)
        endsShown()
    }

    /// Stops serving because the server has failed.
    func fail(_ error: WebServerError) { continuation.yield(.fail(error)) }

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
        isEndWanted = false
    }
}
