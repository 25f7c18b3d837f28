// The pages that follow, of which one leads: how they come and go, and what each is told of itself and of the run.

internal import FoundationEssentials
internal import ResearchUI
internal import Timebase
internal import ViewTree
internal import WebServer

/// Holds the pages, and has each follow what is shown.
@MainActor
final class PageHall {
    /// What there is to see.
    struct Show {
        var kind = PageState.Shown.nothing
        var run: RSDTaskViewController?
        /// What this run is told apart by from the one before: what was done on a page that was away meant that one.
        var id: String?
        var language = Language.english
        /// Why the last run is over.
        var reason: String?
    }

    /// What is shown now.
    private(set) var show = Show()
    /// Is told that somebody has done something.
    var onDeed: () -> Void = {}
    /// Takes pictures that were kept, under the name of their file.
    var onPicture: (ViewEvent) -> Void = { _ in }
    private(set) var pages: [PageID: Page] = [:]
    private(set) var leading = PageLead()
    /// The pages whose pictures are being written, and the questions that are answered then.
    var awaited: [PageID: [HTTPRequest.ID]] = [:]
    let server: WebServer
    private let timekeeper: any Timekeeper
    /// The number of the last event of each page that was taken, also while the page is away.
    private var taken: [PageID: Int] = [:]

    /// How many pages may follow.
    private static let mostPages = 32
    /// How many pages' numbers are kept, of those that may come back.
    private static let mostKept = 256

    init(_ server: WebServer, _ timekeeper: any Timekeeper) {
        self.server = server
        self.timekeeper = timekeeper
    }

    /// Has all pages see something else.
    func present(_ show: Show) {
        self.show = show
        follow()
    }

    /// Has every page know what it is, and be sent what the run shows.
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

    /// Shows every page a sign of life, and gives a place that nobody has to whoever can have it.
    func beat() {
        for page in pages.values { page.beat() }
        let leader = leading.leader
        leading.succeed(at: timekeeper.now)
        if leading.leader != leader { follow() }
    }

    /// Lets all pages go.
    func end() {
        for page in pages.values { page.end() }
        pages = [:]
    }

    // MARK: Coming and going

    func come(_ id: PageID, _ role: WebRole, _ stream: HTTPRequest.ID) {
        let before = pages[id]
        let page = Page(id, role, stream, server)
        // Whoever leads has a place, and those who may act are not kept out by those who watch.
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

    func lead(_ id: PageID, by role: WebRole, _ question: HTTPRequest.ID) {
        guard pages[id]?.role == role, leading.lead(id) else {
            return server.answer(
                question,
                .refusal(403, "this page does not follow, or watches only")
            )
        }
        onDeed()
        follow()
        server.answer(question, .json(200, PageAnswer(taken: pages[id]?.taken ?? 0)))
    }

    /// The page that has a feed.
    func page(at stream: HTTPRequest.ID) -> Page? { pages.values.first { $0.stream == stream } }

    // MARK: What was taken

    /// The number of the last event of a page that was taken.
    func numberTaken(of page: PageID) -> Int { pages[page]?.taken ?? taken[page] ?? 0 }

    /// Keeps the number of the last event of a page that was taken.
    func noteTaken(_ number: Int, of page: PageID) {
        if taken.count > Self.mostKept { taken = taken.filter { pages[$0.key] != nil } }
        taken[page] = number
        pages[page]?.taken = number
    }
}
