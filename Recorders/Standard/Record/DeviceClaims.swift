// Prevents two recorders of one device, which would write every event and every mark twice, or the motion of one sensor
// as that of two places. A device has several names: its id, its path, its maker's name. Which device a name means is
// known only when the device is open.

internal import EvdevSource
internal import IIOSource
internal import PlainWords
package import SampleStream
internal import SessionRuns
internal import Synchronization
internal import SystemCalls
package import Timebase

/// Which device of a recording belongs to which recorder.
package final class DeviceClaims: Sendable {
    /// The command-line option whose values name the devices.
    private let option: String
    /// How a user names another device instead.
    private let remedy: String
    /// The command line's name for the device of each node.
    private let words = Mutex<[String: String]>([:])

    package init(
        by option: String,
        remedy: String = "give it once, or name the other by its id, as footfall devices lists it"
    ) {
        self.option = option
        self.remedy = remedy
    }

    /// Claims a device; throws if it is claimed already.
    package func take(node: String, calledBy word: String) throws(DeviceTakenTwice) {
        let earlier = words.withLock { words in
            let earlier = words[node]
            if earlier == nil { words[node] = word }
            return earlier
        }
        if let earlier { throw twice(node, earlier, word) }
    }

    /// The node and the claimed name of the device that an error is about; `nil` if it is not claimed.
    package func owner(ofPlace place: String) -> (node: String, word: String)? {
        let found = words.withLock { words in
            words.first { node, _ in
                let id = FileSystem.name(of: node)
                return place == node || place == id || place.hasPrefix("\(id) ")
            }
        }
        return found.map { ($0.key, $0.value) }
    }

    /// The error that two names mean the same device.
    func twice(_ node: String, _ one: String, _ other: String) -> DeviceTakenTwice {
        DeviceTakenTwice(node: node, words: [one, other], option: option, remedy: remedy)
    }
}

/// Two names on the command line mean the same device.
package struct DeviceTakenTwice: RequestFault, CustomStringConvertible {
    package var node: String
    package var words: [String]
    /// The option with these words.
    var option: String
    var remedy: String

    package var description: String {
        let named = words.map { "\(option) \($0.printable)" }.joined(separator: " and ")
        return "\(named): both are the device \(node.printable); \(remedy)"
    }
}

/// A source that claims its devices when they are open.
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
        } catch {
            guard let place = Self.heldPlace(error), let owner = claims.owner(ofPlace: place) else {
                throw error
            }
            throw claims.twice(owner.node, owner.word, word)
        }
        for node in Self.nodes(of: description) { try claims.take(node: node, calledBy: word) }
        return description
    }

    /// The device that could not be opened because somebody, perhaps this recording, has it open; otherwise `nil`.
    private static func heldPlace(_ error: any Error) -> String? {
        if let error = error as? EvdevError, case .grabbedHere = error.kind { return error.place }
        if let error = error as? IIOError, case .busy = error.kind { return error.place }
        return nil
    }

    /// The devices that a source has opened.
    private static func nodes(of description: SourceDescription) -> [String] {
        let details = description.details
        if let node = details["node"] { return [node] }
        // Sensors of two machines may have the same id.
        let isHere = details["uri"] == SourceOptions.defaultURI
        let machine = isHere ? "" : details["uri"].map { "\($0) " } ?? ""
        let prefix = "device "
        return details.keys.filter { $0.hasPrefix(prefix) }
            .map { "\(machine)\($0.dropFirst(prefix.count))" }.sorted()
    }

    package func capture(
        into sink: inout SampleSink<Sample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        try source.capture(into: &sink, until: stop)
    }

    package func close() { source.close() }
}
