// One browser's page, as far as the run is concerned: what it is sent, and how far it is behind.

internal import FoundationEssentials
internal import ResearchUI
internal import ViewTree
internal import WebServer

/// A page that follows.
@MainActor
final class Page {
    let id: PageID
    let role: WebRole
    private(set) var stream: HTTPRequest.ID
    /// The number of the last of its events that was taken.
    var taken = 0
    var clock = PageClock()
    /// The cues that it can do.
    private(set) var does: Set<ViewCue.Kind> = []
    private let server: WebServer
    private var feed: ScreenFeed?
    private var performed: Set<ViewCue.Kind>?
    private var state: PageState?
    private let encoder = PageCoding.encoder
    /// How much it was sent since all was on its way.
    private var untaken = 0
    private var isBehind = false

    /// More than this is not kept for a page that takes nothing: it is sent the whole screen when it does.
    private static let mostUntaken = 1 << 20

    init(_ id: PageID, _ role: WebRole, _ stream: HTTPRequest.ID, _ server: WebServer) {
        self.id = id
        self.role = role
        self.stream = stream
        self.server = server
        send("retry: 500\n\n")
    }

    /// What the page is sent of a run from now on, `nil` for nothing; one that leads does what is heard and felt.
    func follow(_ run: RSDTaskViewController?, leads: Bool) {
        guard let run else {
            feed = nil
            performed = nil
            return
        }
        let wanted = leads ? does : []
        guard performed != wanted || feed == nil else { return }
        performed = wanted
        feed = ScreenFeed(of: run, performing: wanted) { [weak self] in self?.tell($0) }
    }

    /// What the page can do now.
    func note(does: Set<ViewCue.Kind>) { self.does = does }

    func receive(_ event: ViewEvent) { feed?.receive(event) }

    // MARK: What it is sent

    /// Tells it what it is, if that is something else than before.
    func tell(_ state: PageState) {
        guard state != self.state else { return }
        self.state = state
        send("state", state)
    }

    private func tell(_ update: ViewUpdate) {
        // Numbers are of the whole run: a page that has missed some is sent the whole once it takes what is sent.
        guard !isBehind else { return }
        guard untaken < Self.mostUntaken else {
            isBehind = true
            return
        }
        send("update", update)
    }

    /// All that it was sent is on its way.
    func didDrain() {
        untaken = 0
        guard isBehind else { return }
        isBehind = false
        feed?.receive(.missed(after: nil))
    }

    /// A sign of life.
    func beat() { send("event: beat\ndata: {}\n\n") }

    /// Another page has its name.
    func replace() {
        send("event: replaced\ndata: {}\n\n")
        end()
    }

    func end() {
        feed = nil
        server.end(stream)
    }

    private func send(_ name: String, _ value: some Encodable) {
        guard let json = try? encoder.encode(value) else { return }
        send("event: \(name)\ndata: \(String(decoding: json, as: UTF8.self))\n\n")
    }

    private func send(_ text: String) {
        untaken += text.utf8.count
        server.send(stream, Array(text.utf8))
    }
}
