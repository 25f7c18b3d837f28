// The connected pages, one of which leads: how they come and go, and what each is sent about itself and the run.

internal import FoundationEssentials
internal import ResearchUI
internal import Timebase
internal import ViewTree
internal import WebServer

/// Holds the pages and shows the run on each.
@MainActor
final class PageHall {
    /// What the pages show.
    struct Show {
        var kind = PageState.Shown.nothing
        var run: RSDTaskViewController?
        /// Distinguishes this run from the one before: an event that a page sends late may belong to the earlier one.
        var id: String?
        var language = Language.english
        /// Why the last run ended.
        var reason: String?
    }

    /// What is shown now.
    private(set) var show = Show()
    /// Called when a user has done something.
    var onDeed: () -> Void = {}
    /// Called with each picture that was written, as an event with the name of its file.
    var onPicture: (ViewEvent) -> Void = { _ in }
    private(set) var pages: [PageID: Page] = [:]
    private(set) var leading = PageLead()
    /// The pages whose pictures are being written, with the requests to answer afterwards.
    var awaited: [PageID: [HTTPRequest.ID]] = [:]
    let server: WebServer
    private let timekeeper: any Timekeeper
    /// True once all pages are disconnected for good.
    private(set) var isClosed = false
    /// The number of the last accepted event of each page, including pages that are disconnected.
    private var taken: [PageID: Int] = [:]

    /// How many pages may be connected.
    private static let mostPages = 32
    /// How many pages' numbers are kept, in case absent pages return; with more, those of all absent pages are dropped.
    private static let mostKept = 256

    init(_ server: WebServer, _ timekeeper: any Timekeeper) {
        self.server = server
        self.timekeeper = timekeeper
    }

    /// Shows something else on all pages.
    func present(_ show: Show) {
        self.show = show
        follow()
    }

    /// Sends each page its state and the screen of the run.
    private func follow() {
        for page in pages.values {
            page.tell(state(of: page))
            page.follow(show.run, leads: leading.leads(page.id))
        }
    }

    private func state(of page: Page) -> PageState {
        PageState(
            role: page.role,
            drives: leading.leads(page.id),
            isDriven: leading.isLed,
            taken: page.taken,
            shows: show.kind,
            run: show.id,
            language: show.language.tag,
            direction: show.language.isRightToLeft ? "rightToLeft" : "leftToRight",
            reason: show.reason
        )
    }

    /// Sends a sign of life to every page.
    ///
    /// If the leading page has been away too long, lets another one lead.
    func beat() {
        for page in pages.values { page.beat() }
        let leader = leading.leader
        leading.succeed(at: timekeeper.now)
        if leading.leader != leader { follow() }
    }

    /// Disconnects all pages for good.
    func end() {
        isClosed = true
        for page in pages.values { page.end() }
        pages = [:]
    }

    // MARK: Coming and going

    func come(_ id: PageID, _ role: WebRole, _ stream: HTTPRequest.ID) {
        let before = pages[id]
        let page = Page(id, role, stream, server)
        // The leading page and a page that reconnects are always let in; a watcher only while less than half of the
        // connections are used.
        let most = role.mayAct ? Self.mostPages : Self.mostPages / 2
        guard pages.count < most || before != nil || leading.leader == id else { return page.end() }
        page.taken = taken[id] ?? 0
        before?.replace()
        pages[id] = page
        leading.come(id, role, at: timekeeper.now)
        follow()
    }

    func go(_ stream: HTTPRequest.ID) {
        guard let page = page(at: stream) else { return }
        page.end()
        pages[page.id] = nil
        leading.go(page.id, at: timekeeper.now)
        follow()
    }

    /// Notes that the server's child process is restarted.
    func noteRestart() { leading.noteRestart() }

    func lead(_ id: PageID, by role: WebRole, _ question: HTTPRequest.ID) {
        guard pages[id]?.role == role, leading.lead(id) else {
            return server.answer(
                question,
                .refusal(403, "this page is not connected, or may only watch")
            )
        }
        onDeed()
        follow()
        server.answer(question, .json(200, PageAnswer(taken: pages[id]?.taken ?? 0)))
    }

    /// Returns the page of a feed.
    func page(at stream: HTTPRequest.ID) -> Page? { pages.values.first { $0.stream == stream } }

    // MARK: Accepted events

    /// Returns the number of a page's last accepted event.
    func numberTaken(of page: PageID) -> Int { pages[page]?.taken ?? taken[page] ?? 0 }

    /// Keeps the number of a page's last accepted event.
    func noteTaken(_ number: Int, of page: PageID) {
        if taken.count > Self.mostKept { taken = taken.filter { pages[$0.key] != nil } }
        taken[page] = number
        pages[page]?.taken = number
    }
}
