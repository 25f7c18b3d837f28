// What the process that uses a broker and the one that talks to it say to each other. The child may be in anybody's
// hands: what it says is bytes until it has been read here.

internal import SystemCalls

/// Who a client is to a broker.
enum BrokerRole: Sendable, Hashable {
    case publishing(identifier: String, will: BrokerMessage?)
    case hearing(filter: String)
}

/// One call of a broker.
struct BrokerCall: Sendable, Hashable {
    /// The numbers of its machine, and the name that it has to prove.
    var addresses: [String]
    var host: String
    var port: UInt16
    var isEncrypted: Bool
    var user: String?
    var proofs: BrokerProofs
    var keepAliveSeconds: Int32
    /// Who this board is among the broker's clients.
    var identifier: String
    var will: BrokerMessage?
    /// What is to be heard, if anything.
    var filter: String?

    var isHearing: Bool { filter != nil }
}

/// What a child is told to do.
enum BrokerOrder: Sendable, Hashable {
    /// To say which addresses a name has.
    case resolve(String)
    /// A part of the call, which may be longer than a message.
    case part([UInt8])
    /// To call, all parts being there.
    case call
    case publish(UInt64, BrokerMessage)
    /// To take leave of the broker.
    case leave
    /// To say that it is at work.
    case hail
}

/// What a child tells.
enum BrokerReport: Sendable, Hashable {
    case resolved([String])
    /// The broker has taken this board in.
    case connected
    /// The broker has taken a message.
    case taken(UInt64)
    /// What the broker keeps comes now, and then what is being said.
    case hears
    case heard(ReceivedMessage)
    /// A message was longer than may be handed on.
    case tooLong
    /// It ends, and why.
    case failed(CallFailure)
    /// It has taken leave, and ends.
    case left
    /// It is at work.
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
