// Shows a task in browsers: what the run shows is sent to every page, and what is done on the page that leads is told
// to the run. Nobody who comes by the network reaches this: `WebDoor` has let in what comes here.

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
/// Pages come and go, are loaded anew, lose their network: the task goes on, and a page that is back is where the
/// task is.
@MainActor
public final class WebHost {
    /// Why it has ended.
    public enum Ending: Sendable, Hashable {
        /// The run was over by itself, as by its last step.
        case over
        /// Nobody has done anything for as long as the limit says.
        case idle
        /// An operator has ended it.
        case byOperator
        /// Nobody can be shown anything any more.
        case serverGone(WebServerError)
    }

    /// What came of it.
    public typealias Outcome = ShownOutcome<Ending>

    /// Is told when nobody can be shown anything any more.
    public var onFailure: (@MainActor (WebServerError) -> Void)?
    /// What lets browsers in, for each role one.
    public var invitations: [WebInvitation] { place.invitations(for: roles, desk.codes) }
    /// Every address by which browsers find it; the invitations have the first.
    public var addresses: [String] { place.pages }
    /// Is told when the codes are others, since somebody has tried too many.
    public var onNewCodes: (@MainActor () -> Void)?
    /// After so long on one step without anything being done the run ends, with all that was recorded.
    public var idleLimit: Duration?

    let server: WebServer
    let timekeeper: any Timekeeper
    let desk: WebDesk
    private let place: WebPlace
    private let roles: [WebRole]
    private var pages: [PageID: Page] = [:]
    private var board = PageBoard()
    /// The number of the last event of each page that was taken, also while the page is away.
    private var taken: [PageID: Int] = [:]
    /// The pages whose pictures are being written, and the questions that are answered then.
    private(set) var awaited: [PageID: [HTTPRequest.ID]] = [:]
    private var run: RSDTaskViewController?
    private var shown = PageState.Shown.nothing
    private var reason: TaskFinishReason?
    private var language = Language.english
    private var ending: Ending?
    private var failure: WebServerError?
    private var watch: IdleWatch?
    /// The host's own, so that what the run asks waits for a page where none is there.
    private var feed: ScreenFeed?
    private var visit: Int?
    private var ticking: Task<Void, Never>?
    private let boardDesk: BoardDesk?

    /// How many pages may follow.
    private static let mostPages = 32
    /// How many pages' numbers are kept, of those that may come back.
    private static let mostKept = 256

    /// How long a touch of a phone may be on its way, with the one before it.
    private static let touchDelay = Duration.milliseconds(500)
    /// How often a page is sent a sign of life.
    private static let pauseOfBeats = Duration.seconds(3)

    /// Opens a server for browsers.
    ///
    /// - Parameters:
    ///   - access: Which browsers.
    ///   - roles: What those may do who are let in; on this machine the first of them holds for all.
    ///   - webBoard: What operators look after, if anything.
    ///   - port: Where it listens; 0 for a port that is free.
    ///   - idleLimit: How long a step may stand without anything being done; `nil` for any time.
    ///   - timekeeper: The time by which that is measured.
    ///   - program: The program that reads the network, in place of the one for all children.
    /// - Throws: Where somebody else listens there, or the program does not serve `WebService`.
    public init(
        for access: WebAccess = .thisMachine,
        as roles: [WebRole] = [.participant, .watcher],
        with webBoard: (any WebBoard)? = nil,
        port: UInt16 = 0,
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
        let socket = try ListeningSocket(for: reach, port: port)
        place = WebPlace(
            reach: reach,
            port: socket.port,
            isSecure: identity != nil,
            certified: certified
        )
        self.roles = identity == nil ? Array(roles.prefix(1)) : roles
        let pairing = identity == nil ? nil : Pairing(for: roles)
        let door = WebDoor(
            place,
            pairing: pairing,
            openTo: roles.first ?? .watcher,
            hasBoard: webBoard != nil
        )
        server = try WebServer(at: socket, identity: identity, program: program)
        if let webBoard {
            boardDesk = try BoardDesk(webBoard, by: server)
        } else {
            boardDesk = nil
        }
        desk = WebDesk(door, at: server)
        self.idleLimit = idleLimit
        self.timekeeper = timekeeper
        try server.start { [weak desk] in desk?.take($0) }
        ticking = Task { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.pauseOfBeats)
                self?.beat()
            }
        }
        Task { [weak self, jobs = desk.jobs] in
            for await job in jobs {
                guard let self else { return }
                take(job)
            }
        }
    }

    isolated deinit { ticking?.cancel() }

    // MARK: Runs

    /// Shows a run until it is over.
    ///
    /// - Parameters:
    ///   - controller: The run.
    ///   - isLast: Whether pages are told that all is done then; else they wait for the next one.
    /// - Returns: How the run has ended, and why.
    public func show(_ controller: RSDTaskViewController, isLast: Bool = true) async -> Outcome {
        let watch = IdleWatch(
            idleLimit,
            timekeeper,
            isTimed: { [weak controller] in controller?.screen.isTimed ?? false },
            onIdle: { [weak self] in self?.end(.idle) }
        )
        self.watch = watch
        (run, shown, reason, ending) = (controller, .run, nil, nil)
        language = controller.words.language
        controller.touchDelay = Self.touchDelay
        follow()
        if let failure { end(.serverGone(failure)) }
        feed = ScreenFeed(of: controller, drawingPlots: false) { [weak self] _ in self?.noteStep() }
        controller.appear()
        let watching = Task { await watch.run() }
        let reason = await controller.ended()
        watching.cancel()
        (run, feed, shown, self.reason) = (
            nil, nil, isLast ? .over : .nothing, isLast ? reason : nil
        )
        follow()
        return Outcome(ending: ending ?? .over, reason: reason)
    }

    /// Lets all that was sent go, and serves nobody any more.
    public func close() async {
        for page in pages.values { page.end() }
        pages = [:]
        await server.close(within: .seconds(2))
        desk.close()
    }

    /// Another step is not the one on which nobody does anything.
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

    // MARK: Pages

    /// Has every page know what it is, and be sent what the run shows.
    private func follow() {
        for page in pages.values {
            page.tell(state(of: page))
            page.follow(run, leads: board.leads(page.id))
        }
    }

    private func state(of page: Page) -> PageState {
        PageState(
            role: page.role,
            drives: board.leads(page.id),
            isDriven: board.isLed,
            taken: page.taken,
            shows: shown,
            language: language.tag,
            direction: language.isRightToLeft ? "rightToLeft" : "leftToRight",
            reason: reason?.rawValue
        )
    }

    private func beat() {
        for page in pages.values { page.beat() }
        let leader = board.leader
        board.succeed(at: timekeeper.now)
        if board.leader != leader { follow() }
    }

    private func take(_ job: WebDesk.Job) {
        switch job {
        case .come(let id, let role, let stream): come(id, role, stream)
        case .gone(let stream):
            go(stream)
            boardDesk?.gone(stream)
        case .drained(let stream):
            pages.values.first { $0.stream == stream }?.didDrain()
            boardDesk?.drained(stream)
        case .deeds(let deeds, let role, let here, let question):
            take(deeds, by: role, here, question)
        case .lead(let wish, let role, let question): lead(wish.page, by: role, question)
        case .picture(let picture, let role, let bytes, let question):
            take(picture, by: role, bytes, question)
        case .resource(let name, let range, let question):
            Task { await self.give(name, range, question) }
        case .board(let errand, let question): Task { await self.take(errand, question) }
        case .newCodes: onNewCodes?()
        case .restarted(let why):
            run?.engine.note(
                "the process that answers browsers has ended (\(why)); another one answers"
            )
        case .failed(let error):
            failure = error
            end(.serverGone(error))
            onFailure?(error)
        }
    }

    private func come(_ id: PageID, _ role: WebRole, _ stream: HTTPRequest.ID) {
        let before = pages[id]
        let page = Page(id, role, stream, server)
        // Whoever leads has a place, and those who may act are not kept out by those who watch.
        let most = role.mayAct ? Self.mostPages : Self.mostPages / 2
        guard pages.count < most || before != nil || board.leader == id else { return page.end() }
        page.taken = taken[id] ?? 0
        before?.replace()
        pages[id] = page
        board.come(id, role, at: timekeeper.now)
        follow()
    }

    private func go(_ stream: HTTPRequest.ID) {
        guard let page = pages.values.first(where: { $0.stream == stream }) else { return }
        page.end()
        pages[page.id] = nil
        board.go(page.id, at: timekeeper.now)
        follow()
    }

    private func lead(_ id: PageID, by role: WebRole, _ question: HTTPRequest.ID) {
        guard pages[id]?.role == role, board.lead(id) else {
            return server.answer(
                question,
                .refusal(403, "this page does not follow, or watches only")
            )
        }
        watch?.noteDeed()
        follow()
        server.answer(question, .json(200, PageAnswer(taken: pages[id]?.taken ?? 0)))
    }

    // MARK: Deeds

    /// The page that sends something; without its feed it is told to come back first.
    private func page(
        _ id: PageID,
        of role: WebRole,
        asking question: HTTPRequest.ID
    ) -> Page? {
        if let page = pages[id], page.role == role { return page }
        server.answer(question, .refusal(503, "this page follows no more: open its feed again"))
        return nil
    }

    private func take(
        _ deeds: PageDeeds,
        by role: WebRole,
        _ here: BootInstant,
        _ question: HTTPRequest.ID
    ) {
        guard let page = page(deeds.page, of: role, asking: question) else { return }
        page.clock.hear(sentSeconds: deeds.sent / 1000, hereSeconds: here.seconds)
        page.note(does: deeds.cues)
        page.follow(run, leads: board.leads(page.id))
        guard board.leads(page.id) else {
            // Whoever follows may say that updates are missing, and nothing else.
            for deed in deeds.events {
                if case .missed? = deed.event, let event = deed.event { page.receive(event) }
            }
            let error = deeds.events.isEmpty ? nil : "follows"
            return server.answer(
                question,
                .json(error == nil ? 200 : 409, PageAnswer(taken: page.taken, error: error))
            )
        }
        if !deeds.events.isEmpty { watch?.noteDeed() }
        for deed in deeds.events where deed.n == page.taken + 1 {
            page.taken += 1
            guard let event = deed.event else { continue }
            // Not by when it came here: it has waited for its turn since.
            let now = LiveTimekeeper().now.seconds
            let ago = page.clock.secondsAgo(atSeconds: deed.at / 1000, hereSeconds: now)
            page.receive(event.done(secondsAgo: ago))
        }
        answer(question, takenOf: page)
    }

    private func noteTaken(_ number: Int, of page: PageID) {
        if taken.count > Self.mostKept { taken = taken.filter { pages[$0.key] != nil } }
        taken[page] = number
    }

    private func answer(_ question: HTTPRequest.ID, takenOf page: Page) {
        noteTaken(page.taken, of: page.id)
        server.answer(question, .json(200, PageAnswer(taken: page.taken)))
    }

    private func take(
        _ picture: PictureErrand,
        by role: WebRole,
        _ bytes: [UInt8],
        _ question: HTTPRequest.ID
    ) {
        guard let page = page(picture.page, of: role, asking: question) else { return }
        guard board.leads(page.id), let run else {
            let answer = PageAnswer(taken: page.taken, error: "follows")
            return server.answer(question, .json(409, answer))
        }
        watch?.noteDeed()
        guard picture.number == page.taken + 1 else { return answer(question, takenOf: page) }
        awaited[page.id, default: []].append(question)
        // A page whose network was gone for a moment sends its picture again.
        guard awaited[page.id] == [question] else { return }
        Task { await self.keep(bytes, picture, for: run) }
    }

    /// Writes a picture beside all that else is done: a disk may be slow.
    private func keep(
        _ bytes: [UInt8],
        _ picture: PictureErrand,
        for run: RSDTaskViewController
    ) async {
        let kept: Result<String, any Error>
        do {
            kept = .success(try await PictureFolder.keep(bytes, picture, in: run.services.pictures))
        } catch {
            kept = .failure(error)
        }
        let questions = awaited.removeValue(forKey: picture.page) ?? []
        switch kept {
        case .failure(let error):
            for question in questions { server.answer(question, .refusal(507, "\(error)")) }
        case .success(let file):
            // The page may be another one by now, or away: what it has done counts.
            let number = max(pages[picture.page]?.taken ?? taken[picture.page] ?? 0, picture.number)
            pages[picture.page]?.taken = number
            noteTaken(number, of: picture.page)
            if run === self.run { feed?.receive(.pictured(ViewID(picture.element), file: file)) }
            for question in questions {
                server.answer(question, .json(200, PageAnswer(taken: number)))
            }
        }
    }

    private func take(_ errand: BoardErrand, _ question: HTTPRequest.ID) async {
        guard let boardDesk else { return server.answer(question, .refusal(404, "no board")) }
        await boardDesk.take(errand, question, pages: pages.count) { [self] in
            guard run?.engine.isOver == false else { return false }
            end(.byOperator)
            return true
        }
    }

    private func give(_ name: String, _ range: String?, _ question: HTTPRequest.ID) async {
        guard let run else { return server.answer(question, .refusal(404, "no task is shown")) }
        server.answer(question, await ResourceAnswer.of(name, range, from: run))
    }
}
