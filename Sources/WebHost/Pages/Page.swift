// One browser's page, as the run sees it: what is sent to it, and whether it is behind.

internal import FoundationEssentials
internal import ResearchUI
internal import ViewTree
internal import WebServer

/// A connected page.
@MainActor
final class Page {
    let id: PageID
    let role: WebRole
    private(set) var stream: HTTPRequest.ID
    /// The number of the page's last event that the host accepted.
    var taken = 0
    var clock = PageClock()
    /// The cues that the page can perform.
    private(set) var does: Set<ViewCue.Kind> = []
    private let server: WebServer
    private var feed: ScreenFeed?
    private var performed: Set<ViewCue.Kind>?
    private var state: PageState?
    private let encoder = PageCoding.encoder
    /// How many bytes were sent since the stream was last empty.
    private var untaken = 0
    private var isBehind = false

    /// If more than this is on its way, the page gets no updates; it gets the whole screen once the stream is empty.
    private static let mostUntaken = 1 << 20

    init(_ id: PageID, _ role: WebRole, _ stream: HTTPRequest.ID, _ server: WebServer) {
        self.id = id
        self.role = role
        self.stream = stream
        self.server = server
        send("retry: 500\n\n")
    }

    /// Sends the page the updates of a run from now on; without a run, sends none.
    ///
    /// The leading page also gets the cues that it can perform.
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

    /// Notes which cues the page can perform now.
    func note(does: Set<ViewCue.Kind>) { self.does = does }

    func receive(_ event: ViewEvent) { feed?.receive(event) }

    // MARK: Sending

    /// Sends the page's state, if it has changed.
    func tell(_ state: PageState) {
        guard state != self.state else { return }
        self.state = state
        send("state", state)
    }

    private func tell(_ update: ViewUpdate) {
        // The run numbers its updates: after missing some, the page needs the whole screen. `didDrain` asks for it.
        guard !isBehind else { return }
        guard untaken < Self.mostUntaken else {
            isBehind = true
            return
        }
        send("update", update)
    }

    /// Call this when the stream is empty: asks the run for the whole screen if the page is behind.
    func didDrain() {
        untaken = 0
        guard isBehind else { return }
        isBehind = false
        feed?.receive(.missed(after: nil))
    }

    /// Sends a sign of life.
    func beat() { send("event: beat\ndata: {}\n\n") }

    /// Ends this stream: a newer page has the same name.
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
