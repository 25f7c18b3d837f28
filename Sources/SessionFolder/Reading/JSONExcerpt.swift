// A list wants ten facts of each of ten thousand manifests, and a decoder takes most of its time for all the others. So
// what is not wanted is cut out first, by brackets and quotation marks alone.

/// Which members of a JSON document are wanted.
struct JSONExcerpt: Sendable {
    /// The members that are wanted, each with those that are wanted of it; without any, all of it is.
    private let wanted: [Member]

    private struct Member: Sendable {
        /// With its quotation marks.
        var name: [UInt8]
        var excerpt: JSONExcerpt
    }

    /// Wants members whole.
    init(_ names: [String], within inner: [String: JSONExcerpt] = [:]) {
        wanted =
            names.map { Member(name: Array("\"\($0)\"".utf8), excerpt: JSONExcerpt()) }
            + inner.map { Member(name: Array("\"\($0)\"".utf8), excerpt: $1) }
    }

    private init() { wanted = [] }

    /// The document with what is wanted alone; `nil` of one that is no object, or not whole.
    ///
    /// What is cut out is not looked at: whether it is JSON nobody has said then.
    func of(_ bytes: [UInt8]) -> [UInt8]? {
        var walk = Walk(bytes)
        walk.excerpt.reserveCapacity(bytes.count / 2)
        walk.skipSpace()
        guard walk.takeObject(wanted) else { return nil }
        walk.skipSpace()
        return walk.isAtEnd ? walk.excerpt : nil
    }

    /// A walk through a document, and what was kept of it so far.
    private struct Walk {
        private let bytes: [UInt8]
        private var place = 0
        var excerpt: [UInt8] = []

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { place == bytes.count }

        private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

        mutating func skipSpace() {
            while let byte = next, byte <= 0x20 { place += 1 }
        }

        /// Takes of an object what is wanted.
        mutating func takeObject(_ wanted: [Member]) -> Bool {
            guard take(UInt8(ascii: "{")) else { return false }
            var isFirst = true
            while true {
                skipSpace()
                if next == UInt8(ascii: "}") { return take(UInt8(ascii: "}")) }
                if !isFirst {
                    guard next == UInt8(ascii: ",") else { return false }
                    place += 1
                    skipSpace()
                }
                isFirst = false
                let start = place
                guard skipText() else { return false }
                let name = bytes[start..<place]
                skipSpace()
                guard next == UInt8(ascii: ":") else { return false }
                place += 1
                skipSpace()
                let isWanted: (Member) -> Bool = {
                    $0.name.count == name.count && $0.name.elementsEqual(name)
                }
                guard let inner = wanted.first(where: isWanted)?.excerpt else {
                    guard skipValue() else { return false }
                    continue
                }
                if excerpt.last != UInt8(ascii: "{") { excerpt.append(UInt8(ascii: ",")) }
                excerpt += name
                excerpt.append(UInt8(ascii: ":"))
                guard takeValue(inner.wanted) else { return false }
            }
        }

        private mutating func takeValue(_ wanted: [Member]) -> Bool {
            if !wanted.isEmpty, next == UInt8(ascii: "{") { return takeObject(wanted) }
            if !wanted.isEmpty, next == UInt8(ascii: "[") { return takeArray(wanted) }
            let start = place
            guard skipValue() else { return false }
            excerpt += bytes[start..<place]
            return true
        }

        private mutating func takeArray(_ wanted: [Member]) -> Bool {
            guard take(UInt8(ascii: "[")) else { return false }
            skipSpace()
            if next == UInt8(ascii: "]") { return take(UInt8(ascii: "]")) }
            while true {
                skipSpace()
                guard takeValue(wanted) else { return false }
                skipSpace()
                if next == UInt8(ascii: "]") { return take(UInt8(ascii: "]")) }
                guard take(UInt8(ascii: ",")) else { return false }
            }
        }

        private mutating func take(_ byte: UInt8) -> Bool {
            guard next == byte else { return false }
            excerpt.append(byte)
            place += 1
            return true
        }

        /// Goes over a value, whatever it holds.
        private mutating func skipValue() -> Bool {
            var depth = 0
            while let byte = next {
                switch byte {
                case UInt8(ascii: "\""):
                    guard skipText() else { return false }
                    if depth == 0 { return true }
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    depth += 1
                    place += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    // The end of what holds a number, or a word.
                    if depth == 0 { return true }
                    depth -= 1
                    place += 1
                    if depth == 0 { return true }
                case UInt8(ascii: ",") where depth == 0: return true
                default: place += 1
                }
            }
            return false
        }

        private mutating func skipText() -> Bool {
            guard next == UInt8(ascii: "\"") else { return false }
            place += 1
            while let byte = next {
                place += byte == UInt8(ascii: "\\") ? 2 : 1
                if byte == UInt8(ascii: "\"") { return true }
            }
            return false
        }
    }
}
