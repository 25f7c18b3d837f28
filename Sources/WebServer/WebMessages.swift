// The messages between the server's process and the child that reads the network.

internal import SystemCalls

/// The settings of a child.
struct WebSettings: Sendable, Hashable {
    /// The first request number; those of a later child are all higher.
    var firstID: HTTPRequest.ID
    var limits: WebLimits
    /// A certificate and its key, both as PEM; `nil` for plain HTTP.
    var identity: Identity?

    /// The part of an identity that a child needs.
    struct Identity: Sendable, Hashable {
        var certificate: String
        var key: String
    }
}

/// An order of the parent.
enum WebOrder: Sendable, Hashable {
    case serve(WebSettings)
    /// The child may read the body of a request, up to a length.
    case proceed(HTTPRequest.ID, upTo: Int)
    case answer(HTTPRequest.ID, HTTPAnswer)
    /// More bytes of a stream.
    case more(HTTPRequest.ID, [UInt8])
    /// The end of a stream.
    case end(HTTPRequest.ID)
    /// The stream must be broken off, so that the client sees an incomplete answer.
    case cut(HTTPRequest.ID)
    /// The child must report when the client leaves, or closes its sending side, while it waits for an answer.
    case follow(HTTPRequest.ID)
    /// The child must report that it is alive.
    case hail
}

/// A report of the child.
enum WebReport: Sendable, Hashable {
    /// The child is ready.
    case ready
    /// The child cannot serve, and why.
    case failed(String)
    case asked(HTTPRequest)
    case body(HTTPRequest.ID, [UInt8])
    case bodyEnd(HTTPRequest.ID)
    /// libmicrohttpd has accepted this many more bytes of a stream; it sends them as the client accepts them.
    case taken(HTTPRequest.ID, Int)
    /// A followed client has closed its sending side, and perhaps the whole connection.
    case left(HTTPRequest.ID)
    /// The client has gone, or has the whole answer.
    case gone(HTTPRequest.ID)
    /// The child is alive.
    case present
}

extension WebOrder {
    private enum Kind: UInt8 {
        case serve, proceed, answer, more, end, cut, follow, hail
    }

    var bytes: [UInt8] {
        var writer = MessageWriter()
        func head(_ kind: Kind, _ id: HTTPRequest.ID = 0) {
            writer.add(kind); writer.add(id)
        }
        switch self {
        case .serve(let settings):
            head(.serve, settings.firstID)
            settings.limits.write(into: &writer)
            writer.add(settings.identity != nil)
            if let identity = settings.identity {
                writer.add(identity.certificate)
                writer.add(identity.key)
            }
        case .proceed(let id, let most):
            head(.proceed, id)
            writer.add(UInt64(most))
        case .answer(let id, let answer):
            head(.answer, id)
            writer.add(UInt64(answer.status))
            writer.add(answer.headers)
            switch answer.body {
            case .whole(let bytes):
                writer.add(true)
                writer.add(bytes)
            case .stream(let length):
                writer.add(false)
                writer.add(UInt64(bitPattern: length ?? -1))
            }
        case .more(let id, let bytes):
            head(.more, id)
            writer.add(bytes)
        case .end(let id): head(.end, id)
        case .cut(let id): head(.cut, id)
        case .follow(let id): head(.follow, id)
        case .hail: head(.hail)
        }
        return writer.bytes
    }

    init(_ bytes: [UInt8]) throws(MessageReader.Malformed) {
        var reader = MessageReader(bytes[...])
        let kind = try reader.kind(as: Kind.self)
        let id = try reader.number()
        switch kind {
        case .serve:
            let limits = try WebLimits(from: &reader)
            let identity: WebSettings.Identity? =
                try reader.flag()
                ? WebSettings.Identity(certificate: try reader.text(), key: try reader.text()) : nil
            self = .serve(WebSettings(firstID: id, limits: limits, identity: identity))
        case .proceed: self = .proceed(id, upTo: Int(clamping: try reader.number()))
        case .answer:
            let status = Int(clamping: try reader.number())
            let headers = try reader.headers()
            let body: HTTPAnswer.Body
            if try reader.flag() {
                body = .whole(try reader.some())
            } else {
                let length = Int64(bitPattern: try reader.number())
                body = .stream(length: length < 0 ? nil : length)
            }
            self = .answer(id, HTTPAnswer(status, headers, body))
        case .more: self = .more(id, try reader.some())
        case .end: self = .end(id)
        case .cut: self = .cut(id)
        case .follow: self = .follow(id)
        case .hail: self = .hail
        }
        guard reader.isAtEnd else { throw MessageReader.Malformed() }
    }
}

extension WebReport {
    private enum Kind: UInt8 {
        case ready, failed, asked, body, bodyEnd, taken, left, gone, present
    }

    var bytes: [UInt8] {
        var writer = MessageWriter()
        func head(_ kind: Kind, _ id: HTTPRequest.ID = 0) {
            writer.add(kind); writer.add(id)
        }
        switch self {
        case .ready: head(.ready)
        case .failed(let why):
            head(.failed)
            writer.add(why)
        case .asked(let request):
            head(.asked, request.id)
            writer.add(request.method)
            writer.add(request.target)
            writer.add(request.headers)
            writer.add(request.client)
            writer.add(request.hasBody)
        case .body(let id, let bytes):
            head(.body, id)
            writer.add(bytes)
        case .bodyEnd(let id): head(.bodyEnd, id)
        case .taken(let id, let count):
            head(.taken, id)
            writer.add(UInt64(count))
        case .left(let id): head(.left, id)
        case .gone(let id): head(.gone, id)
        case .present: head(.present)
        }
        return writer.bytes
    }

    init(_ bytes: [UInt8]) throws(MessageReader.Malformed) {
        var reader = MessageReader(bytes[...])
        let kind = try reader.kind(as: Kind.self)
        let id = try reader.number()
        switch kind {
        case .ready: self = .ready
        case .failed: self = .failed(try reader.text())
        case .asked:
            self = .asked(
                HTTPRequest(
                    id: id,
                    method: try reader.text(),
                    target: try reader.text(),
                    headers: try reader.headers(),
                    client: try reader.text(),
                    hasBody: try reader.flag()
                )
            )
        case .body: self = .body(id, try reader.some())
        case .bodyEnd: self = .bodyEnd(id)
        case .taken: self = .taken(id, Int(clamping: try reader.number()))
        case .left: self = .left(id)
        case .gone: self = .gone(id)
        case .present: self = .present
        }
        guard reader.isAtEnd else { throw MessageReader.Malformed() }
    }
}
