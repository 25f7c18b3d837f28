// Converts a life sign to JSON and back. Its size is limited: a long list of sensors is cut, and the rest counted.

internal import FoundationEssentials
internal import SystemCalls

extension LifeSign {
    /// The largest size of a sign, in bytes.
    public static let mostBytes = 4096

    /// The sign as JSON of at most `mostBytes`; counts the sensors that did not fit.
    public func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var sign = self
        while true {
            let bytes = [UInt8](try encoder.encode(sign))
            guard bytes.count > Self.mostBytes, !sign.sensors.isEmpty else { return bytes }
            // Drops most of a very long list at once: one by one would take long.
            let kept = sign.sensors.count > 64 ? 64 : sign.sensors.count - 1
            sign.sensorsLeftOut =
                (sign.sensorsLeftOut ?? 0).addingClamped(sign.sensors.count - kept)
            sign.sensors.removeLast(sign.sensors.count - kept)
        }
    }

    /// Parses a life sign.
    ///
    /// - Parameter bytes: Untrusted bytes.
    /// - Throws: `LifeSignProblem`, in words for the people who look after boards.
    public init(json bytes: [UInt8]) throws(LifeSignProblem) {
        guard !bytes.isEmpty else { throw LifeSignProblem("it is empty") }
        guard bytes.count <= Self.mostBytes else {
            throw LifeSignProblem(
                "it has \(bytes.count) bytes, and a life sign at most \(Self.mostBytes)"
            )
        }
        let data = Data(bytes)
        guard let outline = try? JSONDecoder().decode(Outline.self, from: data) else {
            throw LifeSignProblem("it is no life sign")
        }
        guard outline.schema <= Self.currentSchema else {
            throw LifeSignProblem("it is of schema \(outline.schema), which a newer Footfall reads")
        }
        guard let sign = try? JSONDecoder().decode(LifeSign.self, from: data) else {
            throw LifeSignProblem("it is no whole life sign")
        }
        self = sign.checked
    }

    /// The field that every schema has.
    private struct Outline: Decodable {
        var schema: Int
    }

    /// The sign with impossible numbers removed and names made safe to show.
    private var checked: LifeSign {
        var sign = self
        sign.board = BoardName(board).text
        sign.part = BoardName(part).text
        sign.software = SaidIdentifier(software).text
        sign.samples = max(0, samples)
        sign.lost = max(0, lost)
        sign.nextWithinSeconds = nextWithinSeconds.map { min(max($0, 1), 86_400) }
        sign.sensorsLeftOut = sensorsLeftOut.map { max(0, $0) }
        sign.sensors = sensors.map { sensor in
            Sensor(
                recorder: sensor.recorder.text,
                kind: sensor.kind.text,
                askedPerSecond: sensor.askedPerSecond,
                perSecond: sensor.perSecond,
                samples: max(0, sensor.samples),
                lost: max(0, sensor.lost),
                hasFailed: sensor.hasFailed == true
            )
        }
        sign.battery = battery.flatMap { (0...100).contains($0.percent) ? $0 : nil }
        sign.disk = disk.flatMap { (0...max(0, $0.totalBytes)).contains($0.freeBytes) ? $0 : nil }
        sign.outbox = outbox.map { Outbox(waiting: $0.waiting, oldest: $0.oldest?.instant) }
        return sign
    }
}

/// Why bytes cannot be read as a life sign.
public struct LifeSignProblem: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
