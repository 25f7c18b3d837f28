// Prevents two recorders of one device, which would write every event and every mark twice. A device has several
// names: its id, its path, its maker's name. Which device a name means is known only when the device is open.

internal import EvdevSource
internal import PlainWords
package import SampleStream
internal import SessionRuns
internal import Synchronization
internal import SystemCalls
package import Timebase

/// Which device of a recording belongs to which recorder.
package final class DeviceClaims: Sendable {
    package init() {}

    /// The command line's name for the device of each node.
    private let words = Mutex<[String: String]>([:])

    /// Claims a device; throws if it is claimed already.
    package func take(node: String, calledBy word: String) throws(DeviceTakenTwice) {
        let earlier = words.withLock { words in
            let earlier = words[node]
            if earlier == nil { words[node] = word }
            return earlier
        }
        if let earlier { throw DeviceTakenTwice(node: node, words: [earlier, word]) }
    }

    /// The node and the claimed name of the device that an error is about.
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

/// Two names on the command line mean the same device.
package struct DeviceTakenTwice: WishFault, CustomStringConvertible {
    package var node: String
    package var words: [String]

    package var description: String {
        "\(words.map { "--input \($0.printable)" }.joined(separator: " and ")): both are the device "
            + "\(node.printable); give it once, or name the other by its id, as footfall devices lists it"
    }
}

/// A source that claims its device when the device is open.
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
