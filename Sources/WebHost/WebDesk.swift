// Receives all requests, on the server's thread. `WebDoor` decides about each; what needs no run is answered at once,
// and jobs for the run wait for the main actor in the order of their arrival. So a flood of refused requests never
// reaches the actor that runs the task.

internal import FoundationEssentials
internal import SystemCalls
internal import Synchronization
internal import Timebase
internal import WebServer

/// Sorts the server's events into answers and jobs for the main actor.
final class WebDesk: Sendable {
    /// What the main actor has to do.
    enum Job: Sendable {
        case come(PageID, WebRole, HTTPRequest.ID)
        case left(HTTPRequest.ID)
        case gone(HTTPRequest.ID)
        case drained(HTTPRequest.ID)
        /// What a user did on a page, and when the message arrived.
        case deeds(PageDeeds, WebRole, BootInstant, HTTPRequest.ID)
        case lead(PageRequest, WebRole, HTTPRequest.ID)
        case picture(PictureErrand, WebRole, [UInt8], HTTPRequest.ID)
        case resource(String, range: String?, HTTPRequest.ID)
        case board(BoardErrand, HTTPRequest.ID)
        /// The pairing codes have changed.
        case newCodes
        case restarted(why: String)
        case failed(WebServerError)
    }

    /// The greatest total size of request bodies that are promised, being read or waiting.
    private static let mostAtOnce = 40 << 20

    /// A job that waits, and the size of its body, which counts towards `mostAtOnce` until the job is done.
    struct Waiting: Sendable {
        var job: Job
        var bytes = 0
    }

    /// The jobs, in the order of their arrival.
    let jobs: AsyncStream<Waiting>
    private let line: AsyncStream<Waiting>.Continuation
    private let server: WebServer
    private let state: Mutex<State>

    private struct State {
        var door: WebDoor
        var bodies: [HTTPRequest.ID: Body] = [:]
        /// The size of the bodies whose jobs wait for the main actor.
        var bytesWaiting = 0
        /// The requests whose end is reported to the main actor.
        var followed: Set<HTTPRequest.ID> = []
    }

    private struct Body {
        var errand: WebErrand
        var room: Int
        var bytes: [UInt8] = []
    }

    init(_ door: WebDoor, at server: WebServer) {
        state = Mutex(State(door: door))
        self.server = server
        (jobs, line) = AsyncStream<Waiting>.makeStream()
    }

    deinit { close() }

    /// Ends the stream of jobs.
    func close() { line.finish() }

    /// The code of each role; empty if this host needs no codes.
    var codes: [WebRole: String] { state.withLock { $0.door.pairing?.codes ?? [:] } }

    private func post(_ job: Job, bytes: Int = 0) {
        if bytes > 0 { state.withLock { $0.bytesWaiting += bytes } }
        line.yield(Waiting(job: job, bytes: bytes))
    }

    /// Posts a job, and has `.gone` posted when its request ends.
    private func follow(_ id: HTTPRequest.ID, _ job: Job) {
        state.withLock { _ = $0.followed.insert(id) }
        post(job)
    }

    /// Subtracts the size of a job that is done from the bytes that wait.
    func finish(_ waiting: Waiting) {
        if waiting.bytes > 0 { state.withLock { $0.bytesWaiting -= waiting.bytes } }
    }

    /// Handles an event of the server, on the server's thread.
    func take(_ event: WebServer.Event) {
        switch event {
        case .asked(let request): answer(request)
        case .body(let id, let bytes): add(bytes, id)
        case .bodyEnd(let id): finish(id)
        case .drained(let id): post(.drained(id))
        case .left(let id): post(.left(id))
        case .gone(let id):
            let isFollowed = state.withLock { state in
                state.bodies[id] = nil
                return state.followed.remove(id) != nil
            }
            if isFollowed { post(.gone(id)) }
        case .restarted(let why): post(.restarted(why: why))
        case .failed(let error): post(.failed(error))
        }
    }

    private func answer(_ request: HTTPRequest) {
        switch state.withLock({ $0.door.passage(for: request) }) {
        case .answer(let answer): server.answer(request.id, answer)
        case .feed(let page, let role):
            let stream = HTTPAnswer.guarded(200, "text/event-stream", .stream(length: nil))
            server.answer(request.id, stream)
            follow(request.id, .come(page, role, request.id))
        case .resource(let name, let range):
            post(.resource(name, range: range, request.id))
        case .board(let errand):
            if errand.needsPlace { server.follow(request.id) }
            follow(request.id, .board(errand, request.id))
        case .errand(let errand, let most):
            let isLetIn = state.withLock { state in
                let promised = state.bodies.values.reduce(most + state.bytesWaiting) {
                    $0 + $1.room + $1.bytes.count
                }
                guard promised <= Self.mostAtOnce else { return false }
                state.bodies[request.id] = Body(errand: errand, room: most)
                return true
            }
            guard isLetIn else {
                return server.answer(
                    request.id,
                    .refusal(503, "others are sending much: try again")
                )
            }
            server.proceed(request.id, upTo: most)
        }
    }

    /// Adds bytes to a body.
    ///
    /// The sandboxed child process reads the network. An attacker may control it, so this side enforces the limit
    /// again.
    private func add(_ bytes: [UInt8], _ id: HTTPRequest.ID) {
        state.withLock { state in
            guard let room = state.bodies[id]?.room else { return }
            guard bytes.count <= room else {
                state.bodies[id] = nil
                return
            }
            state.bodies[id]?.room = room - bytes.count
            state.bodies[id]?.bytes += bytes
        }
    }

    private func finish(_ id: HTTPRequest.ID) {
        guard let body = state.withLock({ $0.bodies.removeValue(forKey: id) }) else {
            return server.answer(id, .refusal(413, "the body is too large"))
        }
        let here = LiveTimekeeper().now
        switch body.errand {
        case .pair:
            guard let given = Self.decoded(GivenCode.self, body.bytes) else { break }
            let (answer, areNew) = state.withLock { $0.door.pair(given.code, at: here) }
            if areNew { post(.newCodes) }
            return server.answer(id, answer)
        case .events(let role):
            guard let deeds = Self.decoded(PageDeeds.self, body.bytes),
                deeds.events.count <= PageDeeds.most
            else { break }
            post(.deeds(deeds, role, here, id), bytes: body.bytes.count)
            return
        case .lead(let role):
            guard let request = Self.decoded(PageRequest.self, body.bytes) else { break }
            post(.lead(request, role, id))
            return
        case .picture(let picture, let role):
            post(.picture(picture, role, body.bytes, id), bytes: body.bytes.count)
            return
        case .begin:
            guard let wanted = Self.decoded(WantedTask.self, body.bytes) else { break }
            post(.board(.begin(wanted), id))
            return
        case .end:
            guard let unwanted = Self.decoded(UnwantedRun.self, body.bytes) else { break }
            post(.board(.end(run: unwanted.run), id))
            return
        }
        server.answer(id, .refusal(400, "the body is not what the page sends here"))
    }

    private static func decoded<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        try? JSONDecoder().decode(type, from: Data(bytes))
    }
}
