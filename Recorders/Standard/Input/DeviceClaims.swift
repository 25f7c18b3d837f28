// A device has many names: its id, its path, what its maker calls it. Which one a name means is known once
// it is open; two recorders of one device would write every event, and every mark, twice.

internal import EvdevSource
internal import PlainWords
package import SampleStream
internal import SessionRuns
internal import Synchronization
internal import SystemCalls
package import Timebase

/// Which device of a recording is whose.
package final class DeviceClaims: Sendable {
    package init() {}

    /// What the device of each node is called on the command line.
    private let words = Mutex<[String: String]>([:])

    /// Takes a device, unless it was taken by another name.
    package func take(node: String, calledBy word: String) throws(DeviceTakenTwice) {
        let earlier = words.withLock { words in
            let earlier = words[node]
            if earlier == nil { words[node] = word }
            return earlier
        }
        if let earlier { throw DeviceTakenTwice(node: node, words: [earlier, word]) }
    }

    /// What the device that an error is about was taken by.
    package func owner(ofPlace place: String) -> (node: String, word: String)? {
        let found = words.withLock { words in
            words.first { node, _ in
                let id = FileSystem.name(of: node)
                return place == node || place == id || place.hasPrefix("\(id) ")
            }
        }
        return found.map { ($0.key, $0.value) }
    }
}

/// Why a device is not recorded: it is the same by another name.
package struct DeviceTakenTwice: WishFault, CustomStringConvertible {
    package var node: String
    package var words: [String]

    package var description: String {
        "\(words.map { "--input \($0.printable)" }.joined(separator: " and ")): both are the device "
            + "\(node.printable); give it once, or name the other by its id, as footfall devices lists it"
    }
}

/// A source that takes its device as soon as that is known.
package final class ClaimedSource<Source: SampleSource>: SampleSource {
    package typealias Sample = Source.Sample

    private let source: Source
    private let word: String
    private let claims: DeviceClaims

    package init(_ source: Source, calledBy word: String, _ claims: DeviceClaims) {
        self.source = source
        self.word = word
        self.claims = claims
    }

    package var waitsForRoom: Bool { source.waitsForRoom }
    package var isUrgent: Bool { source.isUrgent }

    package func open(until stop: StopSignal) throws -> SourceDescription {
        let description: SourceDescription
        do {
            description = try source.open(until: stop)
        } catch let error as EvdevError {
            guard case .grabbedHere = error.kind, let owner = claims.owner(ofPlace: error.place)
            else { throw error }
            throw DeviceTakenTwice(node: owner.node, words: [owner.word, word])
        }
        if let node = description.details["node"] { try claims.take(node: node, calledBy: word) }
        return description
    }

    package func capture(
        into sink: inout SampleSink<Sample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        try source.capture(into: &sink, until: stop)
    }

    package func close() { source.close() }
}
