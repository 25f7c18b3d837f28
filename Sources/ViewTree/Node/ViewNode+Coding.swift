// The JSON form of a tree. It is read and written without recursion: a deeply nested hostile document cannot exhaust
// the stack.

private enum Key: String, CodingKey {
    case id, content, style, accessibility, children
}

extension ViewNode.Face: Codable {
    public init(from decoder: any Decoder) throws {
        try self.init(from: decoder.container(keyedBy: Key.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try encode(into: &container)
    }

    fileprivate init(from container: KeyedDecodingContainer<Key>) throws {
        self.init(
            try container.decode(ViewContent.self, forKey: .content),
            style: try container.decodeIfPresent(ViewStyle.self, forKey: .style) ?? ViewStyle(),
            accessibility: try container.decodeIfPresent(
                ViewAccessibility.self,
                forKey: .accessibility
            )
        )
    }

    /// Omits empty parts: a default style, and the empty accessible text of decoration.
    fileprivate func encode(into container: inout KeyedEncodingContainer<Key>) throws {
        try container.encode(content, forKey: .content)
        if style != ViewStyle() { try container.encode(style, forKey: .style) }
        // The accessible text derived from the content is written, too: a host in another language cannot derive it.
        if accessibility != ViewAccessibility(label: "") || !content.ownAccessibility.isOrnament {
            try container.encode(accessibility, forKey: .accessibility)
        }
    }
}

extension ViewNode: Decodable {
    /// An element being read, with the children read so far.
    private struct Unfinished {
        let id: ViewID
        let face: Face
        var children: [ViewNode] = []
        var others: (any UnkeyedDecodingContainer)?

        init(_ container: KeyedDecodingContainer<Key>) throws {
            id = try container.decode(ViewID.self, forKey: .id)
            face = try Face(from: container)
            if try container.contains(.children) && !container.decodeNil(forKey: .children) {
                others = try container.nestedUnkeyedContainer(forKey: .children)
            }
        }

        /// The next child to read.
        mutating func next() throws -> Unfinished? {
            guard var others, !others.isAtEnd else { return nil }
            let container = try others.nestedContainer(keyedBy: Key.self)
            self.others = others
            return try Unfinished(container)
        }
    }

    /// Reads a tree; more than `mostLevels` levels are a `DecodingError`.
    public init(from decoder: any Decoder) throws {
        var open = [try Unfinished(decoder.container(keyedBy: Key.self))]
        while true {
            let last = open.count - 1
            if let child = try open[last].next() {
                guard open.count < Self.mostLevels else {
                    throw DecodingError.dataCorrupted(
                        DecodingError.Context(
                            codingPath: open[last].others?.codingPath ?? decoder.codingPath,
                            debugDescription: "the tree has more than \(Self.mostLevels) levels"
                        )
                    )
                }
                open.append(child)
                continue
            }
            let done = open.removeLast()
            let node = ViewNode(done.id, done.face, children: done.children)
            guard last > 0 else {
                self = node
                return
            }
            open[last - 1].children.append(node)
        }
    }
}

extension ViewNode: Encodable {
    /// Writes a tree; more than `mostLevels` levels are an `EncodingError`, because no reader accepts them.
    public func encode(to encoder: any Encoder) throws {
        guard levels <= Self.mostLevels else {
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription:
                        "the tree has \(levels) levels, and may have \(Self.mostLevels)"
                )
            )
        }
        var root = encoder.container(keyedBy: Key.self)
        var open: [Unwritten] = []
        try open.appendIfAny(try encodeOwn(into: &root))
        while var last = open.popLast() {
            guard let node = last.rest.popFirst() else { continue }
            var container = last.container.nestedContainer(keyedBy: Key.self)
            open.append(last)
            try open.appendIfAny(try node.encodeOwn(into: &container))
        }
    }

    /// Siblings still to be written.
    fileprivate struct Unwritten {
        var rest: ArraySlice<ViewNode>
        var container: any UnkeyedEncodingContainer
    }

    /// Writes an element; returns its children, still to be written.
    private func encodeOwn(into container: inout KeyedEncodingContainer<Key>) throws -> Unwritten? {
        try container.encode(id, forKey: .id)
        try face.encode(into: &container)
        if children.isEmpty { return nil }
        return Unwritten(
            rest: children[...],
            container: container.nestedUnkeyedContainer(forKey: .children)
        )
    }
}

extension [ViewNode.Unwritten] {
    fileprivate mutating func appendIfAny(_ element: Element?) throws {
        if let element { append(element) }
    }
}
