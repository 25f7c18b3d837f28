// Serializes a call. With certificates it may exceed the size of a message between processes, so it is sent in parts.

internal import SystemCalls

extension BrokerCall {
    /// The largest size of a part.
    private static let longestPart = 64 << 10

    /// The orders that transmit the call to a child.
    var orders: [BrokerOrder] {
        var writer = MessageWriter()
        writer.add(addresses)
        writer.add(host)
        writer.add(UInt64(port))
        writer.add(isEncrypted)
        writer.add(optional: user.map { Array($0.utf8) })
        writer.add(optional: proofs.authorities)
        writer.add(optional: proofs.certificate)
        writer.add(optional: proofs.key)
        writer.add(optional: proofs.password)
        writer.add(UInt64(keepAliveSeconds.magnitude))
        writer.add(identifier)
        writer.add(will != nil)
        if let will { writer.add(will) }
        writer.add(optional: filter.map { Array($0.utf8) })
        let bytes = writer.bytes
        let starts = stride(from: 0, to: bytes.count, by: Self.longestPart)
        let parts = starts.map { start in
            BrokerOrder.part(Array(bytes[start..<min(start + Self.longestPart, bytes.count)]))
        }
        return parts + [.call]
    }

    /// Parses the joined parts.
    init(_ bytes: [UInt8]) throws(MessageReader.Malformed) {
        var reader = MessageReader(bytes[...])
        addresses = try reader.texts()
        host = try reader.text()
        port = UInt16(clamping: try reader.number())
        isEncrypted = try reader.flag()
        user = try reader.optional().map { String(decoding: $0, as: UTF8.self) }
        proofs = BrokerProofs()
        proofs.authorities = try reader.optional()
        proofs.certificate = try reader.optional()
        proofs.key = try reader.optional()
        proofs.password = try reader.optional()
        keepAliveSeconds = Int32(clamping: try reader.number())
        identifier = try reader.text()
        will = try reader.flag() ? try reader.message() : nil
        filter = try reader.optional().map { String(decoding: $0, as: UTF8.self) }
        guard reader.isAtEnd else { throw MessageReader.Malformed() }
    }
}

extension MessageWriter {
    mutating func add(optional bytes: [UInt8]?) {
        add(bytes != nil)
        if let bytes { add(bytes) }
    }

    mutating func add(_ texts: [String]) {
        add(UInt64(texts.count))
        for text in texts { add(text) }
    }

    mutating func add(_ message: BrokerMessage) {
        add(message.topic.text)
        add(message.payload)
    }
}

extension MessageReader {
    mutating func optional() throws(Malformed) -> [UInt8]? { try flag() ? try some() : nil }

    mutating func texts() throws(Malformed) -> [String] {
        let number = try number()
        // Each element begins with a length of at least this size.
        guard number <= UInt64(count / 8) else { throw Malformed() }
        var texts: [String] = []
        for _ in 0..<number { texts.append(try text()) }
        return texts
    }

    mutating func message() throws(Malformed) -> BrokerMessage {
        guard let topic = BrokerTopic(try text()), let message = BrokerMessage(topic, try some())
        else { throw Malformed() }
        return message
    }
}
