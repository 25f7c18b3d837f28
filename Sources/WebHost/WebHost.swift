// Shows a task in browsers: `WebHost` sends what the run shows to every page, and passes what a user does on the
// leading page to the run. Everything that arrives here has passed `WebDoor`.

internal import FoundationEssentials
internal import Research
public import ResearchUI
public import SystemCalls
internal import TaskEngine
public import Timebase
internal import ViewTree
public import WebServer

/// Shows tasks in the browsers of phones and other machines.
///
/// Pages may come and go, reload or lose their network: the task goes on, and a page that returns shows the current
/// step.
@MainActor
public final class WebHost {
    /// Why the host stopped showing the run.
    public enum Ending: Sendable, Hashable {
        /// The run ended by itself, for example by its last step.
        case over
        /// Nothing was done on a step for the time of `idleLimit`.
        case idle
        /// An operator ended the run.
        case byOperator
        /// The server failed: no page can be shown any more.
        case serverGone(WebServerError)
    }

    /// What `show` returns.
    public typealias Outcome = ShownOutcome<Ending>

    /// Called when the server has failed and no page can be shown any more.
    public var onFailure: (@MainActor (WebServerError) -> Void)?
    /// What a user needs to open a page: one invitation for each role.
    public var invitations: [WebInvitation] { place.invitations(for: roles, desk.codes) }
    /// Every address of the page; the invitations use the first.
    public var addresses: [String] { place.pages }
    /// Called when the codes have changed, after too many wrong tries.
    public var onNewCodes: (@MainActor () -> Void)?
    /// If nothing is done on a step for this long, the run ends and keeps what was recorded.
    public var idleLimit: Duration? { didSet { watch?.limit = idleLimit } }

    let server: WebServer
    let timekeeper: any Timekeeper
    let desk: WebDesk
    private let place: WebPlace
    private let roles: [WebRole]
    let hall: PageHall
    private var run: RSDTaskViewController? { hall.show.run }
    private var ending: Ending?
    private var failure: WebServerError?
    private var restarts = 0
    private var watch: IdleWatch?
    /// The host's own feed.
    ///
    /// With it, the run always has a follower. So a question waits until a page is connected, and the run does not go
    /// on without asking it.
    private var feed: ScreenFeed?
    private var visit: Int?
    private var ticking: Task<Void, Never>?
    private let boardDesk: BoardDesk?

    /// How long a touch on a phone may take to arrive; a page sends it only after its previous message is answered.
    private static let touchDelay = Duration.milliseconds(500)
    private static let mostRestartsNoted = 20
    /// How often each page is sent a sign of life.
    private static let pauseOfBeats = Duration.seconds(3)

    /// Opens a server for browsers.
    ///
    /// - Parameters:
    ///   - access: Which browsers can connect.
    ///   - roles: The roles that there are, each with its code. Browsers of this machine get the first role without a
    ///     code, unless there is a board.
    ///   - webBoard: The board that operators manage, if there is one.
    ///   - port: The port to listen on; 0 for any free port.
    ///   - handed: A socket that already listens, used in place of `port`. The caller has made sure that it accepts
    ///     exactly the browsers that `access` names.
    ///   - limits: The limits on connections and requests.
    ///   - idleLimit: How long a step may wait for a user's action; `nil` for no limit.
    ///   - timekeeper: The clock that measures the idle time.
    ///   - program: The program to run as the child that reads the network, in place of the one for all children.
    /// - Throws: If another program uses the port, or if the program does not serve `WebService`.
    public init(
        for access: WebAccess = .thisMachine,
        as roles: [WebRole] = [.participant, .watcher],
        with webBoard: (any WebBoard)? = nil,
        port: UInt16 = 0,
        at handed: ListeningSocket? = nil,
        limits: WebLimits = WebLimits(),
        idleLimit: Duration? = IdleWatch.usualLimit,
        timekeeper: any Timekeeper = LiveTimekeeper(),
        program: String? = nil
    ) throws(SystemError) {
        var identity: WebIdentity?
        var certified: [CertifiedName] = []
        if case .network(let given, let isOwn) = access {
            identity = given
            certified = isOwn ? [] : given.names
        }
        let reach: ListeningSocket.Reach = identity == nil ? .thisMachine : .network
        let socket: ListeningSocket
        if let handed {
            socket = handed
        } else {
            socket = try ListeningSocket(for: reach, port: port)
        }
        place = WebPlace(
            reach: reach,
            port: socket.port,
            isSecure: identity != nil,
            certified: certified
        )
        // Other users of this machine may do a task, but must not read what others have recorded.
        let needsCodes = identity != nil || webBoard != nil
        self.roles = needsCodes ? roles : Array(roles.prefix(1))
        let pairing = needsCodes ? Pairing(for: roles) : nil
        let door = WebDoor(
            place,
            pairing: pairing,
            openTo: roles.first ?? .watcher,
            hasBoard: webBoard != nil
        )
        server = try WebServer(at: socket, identity: identity, limits: limits, program: program)
        if let webBoard {
            boardDesk = try BoardDesk(webBoard, by: server)
        } else {
            boardDesk = nil
        }
        desk = WebDesk(door, at: server)
        hall = PageHall(server, timekeeper)
        self.idleLimit = idleLimit
        self.timekeeper = timekeeper
        hall.onDeed = { [weak self] in self?.watch?.noteDeed() }
        hall.onPicture = { [weak self] in self?.feed?.receive($0) }
        try server.start { [weak desk] in desk?.take($0) }
        ticking = Task { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.pauseOfBeats)
                self?.hall.beat()
            }
        }
        Task { [weak self, jobs = desk.jobs] in
            for await waiting in jobs {
                guard let self else { return }
                take(waiting.job)
                desk.finish(waiting)
            }
        }
    }

    isolated deinit { ticking?.cancel() }

    // MARK: Runs

    /// Shows a run until it is over.
    ///
    /// - Parameters:
    ///   - controller: The run.
    ///   - isLast: If true, pages show afterwards that all is done; if false, they wait for the next run.
    ///   - isUnwanted: True if the run was to be ended before it began; it then ends at once.
    /// - Returns: How the run ended, and why.
    public func show(
        _ controller: RSDTaskViewController,
        isLast: Bool = true,
        isUnwanted: Bool = false
    ) async -> Outcome {
        let watch = IdleWatch(
            idleLimit,
            timekeeper,
            isTimed: { [weak controller] in controller?.screen.isTimed ?? false },
            onIdle: { [weak self] in self?.end(.idle) }
        )
        self.watch = watch
        (ending, restarts) = (nil, 0)
        controller.touchDelay = Self.touchDelay
        hall.present(
            PageHall.Show(
                kind: .run,
                run: controller,
                id: String(UInt64.random(in: .min ... .max), radix: 36),
                language: controller.words.language
            )
        )
        if let failure { end(.serverGone(failure)) }
        feed = ScreenFeed(of: controller, drawingPlots: false) { [weak self] _ in self?.noteStep() }
        controller.appear()
        if isUnwanted { endRun() }
        let watching = Task { await watch.run() }
        let reason = await controller.ended()
        watching.cancel()
        feed = nil
        var show = PageHall.Show(language: controller.words.language)
        if isLast { (show.kind, show.reason) = (.over, reason.rawValue) }
        hall.present(show)
        return Outcome(ending: ending ?? .over, reason: reason)
    }

    /// Sends what is still on its way, then stops serving.
    public func close() async {
        ticking?.cancel()
        hall.end()
        await server.close(within: .seconds(2))
        desk.close()
    }

    /// Ends the current run, if there is one, and keeps what was recorded.
    public func endRun() { end(.byOperator) }

    /// Restarts the idle time when the step changes.
    private func noteStep() {
        guard case .group(let screen)? = feed?.tree.content, screen.visit != visit else { return }
        visit = screen.visit
        watch?.noteDeed()
    }

    private func end(_ ending: Ending) {
        guard let engine = run?.engine, !engine.isOver, self.ending == nil else { return }
        self.ending = ending
        Task { await engine.exit() }
    }

    // MARK: Events

    private func take(_ job: WebDesk.Job) {
        switch job {
        case .come(let id, let role, let stream): hall.come(id, role, stream)
        case .left(let question): boardDesk?.left(question)
        case .gone(let stream):
            hall.go(stream)
            boardDesk?.gone(stream)
        case .drained(let stream):
            hall.page(at: stream)?.didDrain()
            boardDesk?.drained(stream)
        case .deeds(let deeds, let role, let here, let question):
            hall.take(deeds, by: role, here, question)
        case .lead(let request, let role, let question): hall.lead(request.page, by: role, question)
        case .picture(let picture, let role, let bytes, let question):
            hall.take(picture, by: role, bytes, question)
        case .resource(let name, let range, let question):
            Task { await self.give(name, range, question) }
        case .board(let errand, let question): Task { await self.take(errand, question) }
        case .newCodes: onNewCodes?()
        case .restarted(let why):
            hall.noteRestart()
            noteRestart(why)
        case .failed(let error):
            failure = error
            end(.serverGone(error))
            onFailure?(error)
        }
    }

    /// Logs that the child process ended; only the first few times, in case it keeps crashing.
    private func noteRestart(_ why: String) {
        restarts += 1
        guard restarts <= Self.mostRestartsNoted else { return }
        let more = restarts == Self.mostRestartsNoted ? "; from now on this is not noted" : ""
        run?.engine.note(
            "the process that answers browsers has ended (\(why.prefix(200))); another one answers\(more)"
        )
    }

    private func take(_ errand: BoardErrand, _ question: HTTPRequest.ID) async {
        guard let boardDesk else { return server.answer(question, .refusal(404, "no board")) }
        await boardDesk.take(errand, question, pages: hall.pages.count)
    }

    private func give(_ name: String, _ range: String?, _ question: HTTPRequest.ID) async {
        guard let run else { return server.answer(question, .refusal(404, "no task is shown")) }
        server.answer(question, await ResourceAnswer.of(name, range, from: run))
    }
}
