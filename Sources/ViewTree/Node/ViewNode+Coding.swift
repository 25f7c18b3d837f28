// A tree as JSON. It is read and written level by level, without a call for each: how deep a hostile
// document goes decides nothing about the stack that it takes.

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

    /// Leaves out what says nothing: no wish for a look, and no words for what has none.
    fileprivate func encode(into container: inout KeyedEncodingContainer<Key>) throws {
        try container.encode(content, forKey: .content)
        if style != ViewStyle() { try container.encode(style, forKey: .style) }
        // What the content says by itself is written too: a host in another language cannot ask it.
        if accessibility != ViewAccessibility(label: "") || !content.ownAccessibility.isOrnament {
            try container.encode(accessibility, forKey: .accessibility)
        }
    }
}

extension ViewNode: Decodable {
    /// An element that is being read, with those in it that have been.
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

        /// The next of those in it that have not been read.
        mutating func next() throws -> Unfinished? {
            guard var others, !others.isAtEnd else { return nil }
            let container = try others.nestedContainer(keyedBy: Key.self)
            self.others = others
            return try Unfinished(container)
        }
    }

    /// Reads a tree; one of more than `mostLevels` levels is a `DecodingError`.
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
    /// Writes a tree; one of more than `mostLevels` levels is an `EncodingError`, as nobody reads it.
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

    /// Elements that stand beside each other and are still to be written.
    fileprivate struct Unwritten {
        var rest: ArraySlice<ViewNode>
        var container: any UnkeyedEncodingContainer
    }

    /// Writes an element, and answers what is in it, unwritten.
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
