// The child's side of the server: reads HTTP by libmicrohttpd, and asks its parent about each request. It has no access
// to pages, sessions and files; one thread does everything.

internal import CMicroHTTPD
public import SystemCalls

/// The sandboxed service that a program must offer in order to answer browsers.
public enum WebService {
    /// The service to pass to `SandboxedChild.runIfAsked`.
    public static let service = SandboxedService(
        name,
        room: SandboxedService.Room(bytes: 96 << 20, files: 512),
        load: { footfall_http_load() }
    ) { end in
        guard let bytes = end.receive(), case .serve(let settings)? = try? WebOrder(bytes)
        else { return }
        WebChild(end, settings).serve()
    }

    static let name = "web"
}

/// Answers browsers as the parent orders.
final class WebChild {
    let end: ChildEnd
    let limits: WebLimits
    private let settings: WebSettings
    private(set) var exchanges: [HTTPRequest.ID: Exchange] = [:]
    /// Those whose request became whole in the library's present turn.
    private var newlyWaiting: Set<HTTPRequest.ID> = []
    private var lastID: HTTPRequest.ID
    private let talk: ChildTalk
    var connections = OpenConnections()

    /// How many messages its parent may leave unread.
    private static let mostUnsaid = 1024

    init(_ end: ChildEnd, _ settings: WebSettings) {
        self.end = end
        talk = ChildTalk(end, mostUnsaid: Self.mostUnsaid)
        self.settings = settings
        limits = settings.limits
        lastID = settings.firstID
    }

    /// Answers until the parent is gone.
    func serve() {
        guard let waking = try? WakingDescriptor() else { return }
        guard
            let daemon = HTTPDaemon(
                at: end.lentSocket,
                limits,
                settings.identity,
                calling: self
            )
        else { return tell(.failed("the certificate or its key cannot be used")) }
        do throws(SystemError) {
            try end.confine(to: .server)
        } catch {
            return tell(.failed("the kernel does not confine it: \(error)"))
        }
        tell(.ready)
        var sleep = DescriptorSleep(beside: [end.number, daemon.descriptor], wokenBy: waking)
        while hearParent() {
            lookAtThoseWhoWait()
            daemon.run()
            suspendThoseWhoWait()
            connections.closeLate(at: now)
            talk.speak()
            let own: Duration = connections.isEmpty ? .seconds(60) : .milliseconds(500)
            sleep.wait(upTo: talk.isSaid ? min(own, daemon.patience ?? own) : .milliseconds(5))
        }
    }

    var now: Int64 { SystemClock.monotonic.nanoseconds }

    // MARK: The parent

    /// Carries out the parent's orders; returns `false` once the parent is gone, or has sent an invalid order.
    private func hearParent() -> Bool {
        talk.hear { bytes in
            guard let order = try? WebOrder(bytes) else { return false }
            obey(order)
            return true
        }
    }

    private func obey(_ order: WebOrder) {
        switch order {
        case .serve: break
        case .proceed(let id, let most):
            guard let exchange = exchanges[id], exchange.phase == .asking else { return }
            exchange.room = most
            exchange.phase = .admitted
            if let connection = exchange.connection {
                // Enough time for a connection of 64 KiB a second.
                let seconds = Int64(limits.secondsToAsk + most >> 16)
                connections.bound(connection, until: now + seconds * 1_000_000_000)
            }
            exchange.resume()
        case .answer(let id, let answer):
            guard let exchange = exchanges[id], exchange.answer == nil else { return }
            exchange.answer = answer
            exchange.resume()
        case .more(let id, let bytes):
            guard let exchange = exchanges[id] else { return }
            exchange.add(bytes)
            exchange.resume()
        case .end(let id):
            guard let exchange = exchanges[id] else { return }
            exchange.end()
            exchange.resume()
        case .cut(let id):
            guard let exchange = exchanges[id] else { return }
            exchange.connection?.cut()
            exchange.end()
            exchange.resume()
        case .follow(let id): exchanges[id]?.isFollowed = true
        case .hail: tell(.present)
        }
    }

    func tell(_ report: WebReport) { talk.tell(report.bytes) }

    // MARK: The library

    /// Sets the deadline for the next request on a connection, which is new or has been answered.
    func expectQuestion(on connection: HTTPConnection, isFirst: Bool) {
        let patience = isFirst ? limits.secondsToAsk : limits.secondsOfSilence
        connections.bound(connection, until: now + Int64(patience) * 1_000_000_000)
    }

    /// Begins an exchange: a request's first line has arrived.
    func begin(_ target: String) -> Exchange {
        lastID += 1
        let exchange = Exchange(id: lastID, target: target) { [weak self, id = lastID] count in
            self?.tell(.taken(id, count))
        }
        exchanges[lastID] = exchange
        return exchange
    }

    /// Decides the next step of an exchange when the library asks; `body` holds the part of the body that has arrived.
    ///
    /// - Returns: `false` to close the connection.
    func goOn(_ exchange: Exchange, _ connection: HTTPConnection, with body: [UInt8]) -> Bool {
        exchange.connection = connection
        switch exchange.phase {
        case .begun:
            connections.unbound(connection)
            let headers = connection.headers
            guard Self.haveBody(headers) else {
                // An answer in the first call would close the connection, so wait for the second.
                exchange.phase = .whole
                return true
            }
            return ask(exchange, headers, as: .asking)
        case .whole:
            return ask(exchange, connection.headers, as: .waiting)
        case .admitted where body.isEmpty:
            exchange.phase = .reading
            return true
        case .reading where body.isEmpty:
            connections.unbound(connection)
            tell(.bodyEnd(exchange.id))
            exchange.phase = .waiting
            waitForAnswer(exchange)
            return true
        case .admitted, .reading:
            exchange.phase = .reading
            exchange.room -= body.count
            guard exchange.room >= 0 else { return false }
            tell(.body(exchange.id, body))
            return true
        case .asking, .waiting:
            // The library may call again in the turn in which the request became whole.
            guard let answer = exchange.answer else { return newlyWaiting.contains(exchange.id) }
            exchange.phase = .answered
            return connection.answer(answer, from: exchange)
        case .answered:
            return true
        }
    }

    private static func haveBody(_ headers: [HTTPHeader]) -> Bool {
        headers.contains {
            switch $0.name.lowercased() {
            case "content-length": $0.value != "0"
            case "transfer-encoding": true
            default: false
            }
        }
    }

    private func ask(
        _ exchange: Exchange,
        _ headers: [HTTPHeader],
        as phase: Exchange.Phase
    ) -> Bool {
        exchange.phase = phase
        tell(
            .asked(
                HTTPRequest(
                    id: exchange.id,
                    method: exchange.method,
                    target: exchange.target,
                    headers: headers,
                    client: exchange.connection?.client ?? "",
                    hasBody: phase == .asking
                )
            )
        )
        if phase == .waiting { waitForAnswer(exchange) } else { exchange.suspend() }
        return true
    }

    /// Has the connection of a whole request suspended at the end of the library's turn.
    ///
    /// Suspended in its call, the connection would still be one that the library reads. The library would then read
    /// before it asks for the answer, find that the client has closed its sending side, and close the connection.
    private func waitForAnswer(_ exchange: Exchange) { newlyWaiting.insert(exchange.id) }

    private func suspendThoseWhoWait() {
        for id in newlyWaiting { exchanges[id]?.suspend() }
        newlyWaiting = []
    }

    /// Looks at the clients that the parent follows and that wait for an answer.
    ///
    /// One that has closed its sending side has sent its whole request and may still wait, so it is only reported. If a
    /// connection is lost, the library closes it: `goOn` has no answer, and the parent learns that nobody waits any
    /// more.
    private func lookAtThoseWhoWait() {
        for exchange in exchanges.values where exchange.isFollowed {
            guard exchange.phase == .waiting, exchange.isSuspended,
                let connection = exchange.connection
            else { continue }
            switch connection.presence {
            case .here: break
            case .perhapsGone:
                guard !exchange.hasToldLeaving else { break }
                exchange.hasToldLeaving = true
                tell(.left(exchange.id))
            case .gone: exchange.resume()
            }
        }
    }

    func forget(_ exchange: Exchange) {
        exchanges[exchange.id] = nil
        tell(.gone(exchange.id))
    }
}
