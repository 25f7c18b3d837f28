// The saved documents of a run, by kind and key. They are rebuilt from the lines of the progress file, each of which
// holds changes of documents.

internal import FoundationEssentials
internal import SessionFolder
internal import TrackedStore

/// The documents that were written and not removed since.
struct KeptDocuments: Sendable, Equatable {
    private var documents: [String: [String: [UInt8]]] = [:]

    /// Creates an empty collection.
    init() {}

    /// Creates the documents that result from all changes in the lines of a progress file.
    ///
    /// A damaged last line, which a killed process or a power cut may leave, is ignored.
    ///
    /// - Throws: `DamagedProgress` if a readable line follows a damaged one.
    init(lines bytes: [UInt8]) throws {
        var kept = KeptDocuments()
        try ProgressLines.read(bytes) { kept.apply($0.map(\.change)) }
        self = kept
    }

    /// True if there are no documents.
    var isEmpty: Bool { documents.isEmpty }

    /// The documents of a kind, by key.
    func documents(ofKind kind: String) -> [String: [UInt8]] { documents[kind] ?? [:] }

    /// Applies changes in order.
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

    /// The changes that produce these documents from nothing, in a fixed order.
    var asChanges: [TrackedChange] {
        documents.sorted { $0.key < $1.key }.flatMap { kind, documents in
            documents.sorted { $0.key < $1.key }.map { key, value in
                .write(TrackedDocument(kind: kind, key: key, value: value))
            }
        }
    }

    /// Encodes changes as one line.
    static func line(of changes: [TrackedChange]) throws -> [UInt8] {
        try ProgressLines.line(of: changes.map(ProgressChange.init))
    }
}

extension ProgressChange {
    fileprivate init(_ change: TrackedChange) {
        switch change {
        case .write(let document):
            self.init(kind: document.kind, key: document.key, value: Data(document.value))
        case .remove(let kind, let key): self.init(kind: kind, key: key)
        case .removeAll(let kind): self.init(kind: kind)
        }
    }

    fileprivate var change: TrackedChange {
        guard let key else { return .removeAll(kind: kind) }
        guard let value else { return .remove(kind: kind, key: key) }
        return .write(TrackedDocument(kind: kind, key: key, value: Array(value)))
    }
}
