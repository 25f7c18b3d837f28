// Documents by kind and key as a value, and the lines that tell how they came to be.

internal import FoundationEssentials
internal import TrackedStore

/// Documents that were kept, and not removed since.
struct KeptDocuments: Sendable, Equatable {
    private var documents: [String: [String: [UInt8]]] = [:]

    /// None.
    init() {}

    /// What lines of changes come to.
    ///
    /// What follows the last line that is whole counts for nothing: a kill, or a power cut, has left it.
    ///
    /// - Throws: When whole lines follow one that is none: then it is not the end that is damaged.
    init(lines bytes: [UInt8]) throws {
        var isDamaged = false
        // The last part is what has no end yet.
        for line in bytes.split(separator: Self.lineEnd, omittingEmptySubsequences: false)
            .dropLast()
        {
            guard let changes = Self.changes(in: line) else {
                isDamaged = true
                continue
            }
            if isDamaged { throw DamagedProgress.inTheMidst }
            apply(changes)
        }
    }

    /// Whether there are none.
    var isEmpty: Bool { documents.isEmpty }

    /// Those of a kind, by their keys.
    func documents(ofKind kind: String) -> [String: [UInt8]] { documents[kind] ?? [:] }

    /// Makes changes one after the other.
    mutating func apply(_ changes: [TrackedChange]) {
        for change in changes {
            switch change {
            case .write(let document):
                documents[document.kind, default: [:]][document.key] = document.value
            case .remove(let kind, let key):
                documents[kind]?[key] = nil
                if documents[kind]?.isEmpty ?? false { documents[kind] = nil }
            case .removeAll(let kind):
                documents[kind] = nil
            }
        }
    }

    /// The changes that make these of none, in one order.
    var asChanges: [TrackedChange] {
        documents.sorted { $0.key < $1.key }.flatMap { kind, documents in
            documents.sorted { $0.key < $1.key }.map { key, value in
                .write(TrackedDocument(kind: kind, key: key, value: value))
            }
        }
    }

    // MARK: Lines

    private static let lineEnd = UInt8(ascii: "\n")

    /// The line that tells changes.
    static func line(of changes: [TrackedChange]) throws -> [UInt8] {
        Array(try JSONEncoder().encode(changes.map(Entry.init))) + [lineEnd]
    }

    private static func changes(in line: ArraySlice<UInt8>) -> [TrackedChange]? {
        let entries = try? JSONDecoder().decode([Entry].self, from: Data(line))
        return entries?.map(\.change)
    }

    /// A change as it is written: with no value it removes, and with no key the whole kind.
    private struct Entry: Codable {
        var kind: String
        var key: String?
        var value: Data?

        init(_ change: TrackedChange) {
            switch change {
            case .write(let document):
                (kind, key, value) = (document.kind, document.key, Data(document.value))
            case .remove(let kind, let key):
                (self.kind, self.key) = (kind, key)
            case .removeAll(let kind):
                self.kind = kind
            }
        }

        var change: TrackedChange {
            guard let key else { return .removeAll(kind: kind) }
            guard let value else { return .remove(kind: kind, key: key) }
            return .write(TrackedDocument(kind: kind, key: key, value: Array(value)))
        }
    }
}

/// That saved progress is damaged otherwise than a kill damages it.
enum DamagedProgress: Error, CustomStringConvertible {
    /// Not a line of it can be read.
    case nothingWhole
    /// A line before its end cannot.
    case inTheMidst

    var description: String {
        let what =
            switch self {
            case .nothingWhole: "no line of it is whole"
            case .inTheMidst: "a line in the midst of it is damaged"
            }
        return
            "its file \(ProgressFile.name), which keeps the step and the answers of the run, cannot be "
            + "read: \(what); restore that file from a copy; without it the recordings are still kept: "
            + "`footfall repair` makes the session whole as far as it was recorded"
    }
}
