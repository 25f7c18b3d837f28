// The protocol between the process that uses a broker and the child that talks to it. The child may be compromised:
// what it sends is untrusted until parsed here.

internal import SystemCalls

/// What a client does at a broker.
enum BrokerRole: Sendable, Hashable {
    case publishing(identifier: String, will: BrokerMessage?)
    case hearing(filter: String)
}

/// The data of one call.
struct BrokerCall: Sendable, Hashable {
    /// The broker's IP addresses, and the name that it must prove.
    var addresses: [String]
    var host: String
    var port: UInt16
    var isEncrypted: Bool
    var user: String?
    var proofs: BrokerProofs
    var keepAliveSeconds: Int32
    /// This board's client identifier.
    var identifier: String
    var will: BrokerMessage?
    /// The filter to subscribe to, if any.
    var filter: String?

    var isHearing: Bool { filter != nil }
}

/// An order to a child.
enum BrokerOrder: Sendable, Hashable {
    /// Resolve a host's name to addresses.
    case resolve(String)
    /// A part of the call, which may exceed the size of a message.
    case part([UInt8])
    /// Call the broker; all parts have been sent.
    case call
    case publish(UInt64, BrokerMessage)
    /// Disconnect from the broker.
    case leave
    /// Report that it is running.
    case hail
}

/// A report of a child.
enum BrokerReport: Sendable, Hashable {
    case resolved([String])
    /// The broker has accepted this board.
    case connected
    /// The broker has acknowledged a message.
    case taken(UInt64)
    /// The subscription is active: retained messages arrive first, then new ones.
    case hears
    case heard(ReceivedMessage)
    /// A message was too long to be passed on.
    case tooLong
    /// The child ends because of this failure.
    case failed(CallFailure)
    /// The child has disconnected, and ends.
    case left
    /// The child is running.
    case present
}

// MARK: Bytes

extension BrokerOrder {
    private enum Kind: UInt8 {
        case resolve, part, call, publish, leave, hail
    }

    var bytes: [UInt8] {
        var writer = MessageWriter()
        func head(_ kind: Kind) { writer.add(kind) }
        switch self {
        case .resolve(let name):
            head(.resolve)
            writer.add(name)
        case .part(let bytes):
            head(.part)
            writer.add(bytes)
        case .call: head(.call)
        case .publish(let id, let message):
            head(.publish)
            writer.add(id)
            writer.add(message)
        case .leave: head(.leave)
        case .hail: head(.hail)
        }
        return writer.bytes
    }

    init(_ bytes: [UInt8]) throws(MessageReader.Malformed) {
        var reader = MessageReader(bytes[...])
        let kind = try reader.kind(as: Kind.self)
        switch kind {
        case .resolve: self = .resolve(try reader.text())
        case .part: self = .part(try reader.some())
        case .call: self = .call
        case .publish: self = .publish(try reader.number(), try reader.message())
        case .leave: self = .leave
        case .hail: self = .hail
        }
        guard reader.isAtEnd else { throw MessageReader.Malformed() }
    }
}

extension BrokerReport {
    private enum Kind: UInt8 {
        case resolved, connected, taken, hears, heard, tooLong, failed, left, present
    }

    var bytes: [UInt8] {
        var writer = MessageWriter()
        func head(_ kind: Kind) { writer.add(kind) }
        switch self {
        case .resolved(let addresses):
            head(.resolved)
            writer.add(addresses)
        case .connected: head(.connected)
        case .taken(let id):
            head(.taken)
            writer.add(id)
        case .hears: head(.hears)
        case .heard(let message):
            head(.heard)
            writer.add(message.isKept)
            writer.add(message.topic)
            writer.add(message.payload)
        case .tooLong: head(.tooLong)
        case .failed(let failure):
            head(.failed)
            failure.write(into: &writer)
        case .left: head(.left)
        case .present: head(.present)
        }
        return writer.bytes
    }

    init(_ bytes: [UInt8]) throws(MessageReader.Malformed) {
        var reader = MessageReader(bytes[...])
        let kind = try reader.kind(as: Kind.self)
        switch kind {
        case .resolved: self = .resolved(try reader.texts())
        case .connected: self = .connected
        case .taken: self = .taken(try reader.number())
        case .hears: self = .hears
        case .heard:
            let isKept = try reader.flag()
            let topic = try reader.some()
            let payload = try reader.some()
            guard topic.count <= BrokerTopic.longest, payload.count <= BrokerMessage.longest else {
                throw MessageReader.Malformed()
            }
            self = .heard(ReceivedMessage(topic: topic, payload: payload, isKept: isKept))
        case .tooLong: self = .tooLong
        case .failed: self = .failed(try CallFailure(from: &reader))
        case .left: self = .left
        case .present: self = .present
        }
        guard reader.isAtEnd else { throw MessageReader.Malformed() }
    }
}
