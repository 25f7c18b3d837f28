// Encodes an event as a record of the journal: its name, and its details as one JSON value. Readers skip names
// that a later version adds.

internal import FoundationEssentials
internal import SampleFile
internal import Timebase

extension SessionEvent {
    /// The event's name in the journal.
    var name: String {
        switch self {
        case .began: "began"
        case .continued: "continued"
        case .clocks: "clocks"
        case .deviceClock: "deviceClock"
        case .synchronization: "synchronization"
        case .networkMark: "networkMark"
        case .listed: "listed"
        case .opened: "opened"
        case .closed: "closed"
        case .withdrawn: "withdrawn"
        case .lost: "lost"
        case .recovered: "recovered"
        case .note: "note"
        case .error: "error"
        case .origin: "origin"
        case .answers: "answers"
        case .amended: "amended"
        case .endedEarly: "endedEarly"
        case .reminderWanted: "reminderWanted"
        case .ended: "ended"
        case .interrupted: "interrupted"
        }
    }

    /// The event's details as JSON; equal events have equal bytes.
    func about() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        switch self {
        // These two are encoded without `Body`.
        case .synchronization(let told): return Array(try encoder.encode(told))
        case .networkMark(let mark): return Array(try encoder.encode(mark))
        default: return Array(try encoder.encode(body))
        }
    }

    /// Decodes an event; `nil` for an event of a later version.
    ///
    /// - Throws: If it lacks details that an event of its name must have.
    init?(named name: String, about: String) throws {
        let bytes = Data(about.utf8)
        switch name {
        case "synchronization":
            self = .synchronization(
                try JSONDecoder().decode(ClockSynchronization.self, from: bytes)
            )
            return
        case "networkMark":
            self = .networkMark(try JSONDecoder().decode(HeardMark.self, from: bytes))
            return
        default: break
        }
        // The details of an unknown event cannot be decoded.
        guard Self.isKnown(name) else { return nil }
        try self.init(name, try JSONDecoder().decode(Body.self, from: bytes))
    }

    private static func isKnown(_ name: String) -> Bool {
        do {
            return try SessionEvent(name, Body()) != nil
        } catch {
            return true
        }
    }

    /// An event lacks details that it must have.
    private struct Incomplete: Error {}

    /// All keys that the details of an event may have.
    private struct Body: Codable {
        var manifest: SessionManifest?
        var clocks: ClockReading?
        var boot: String?
        var pair: ClockPair?
        var deviceName: String?
        var file: SessionManifest.File?
        var device: SessionManifest.Device?
        var path: String?
        var text: String?
        var recovery: SessionManifest.Recovery?
        var origin: SessionManifest.Origin?
        var document: SessionManifest.Document?
        var amendment: SessionManifest.Amendment?
        var status: SessionManifest.Status?
        var date: LocalDate?
    }

    private var body: Body {
        var body = Body()
        switch self {
        case .began(let manifest): body.manifest = manifest
        case .continued(let reading, let boot): (body.clocks, body.boot) = (reading, boot)
        case .clocks(let reading): body.clocks = reading
        case .deviceClock(let pair, let name, let path):
            (body.pair, body.deviceName, body.path) = (pair, name, path)
        case .listed(let file): body.file = file
        case .opened(let file, let device), .closed(let file, let device):
            (body.file, body.device) = (file, device)
        case .withdrawn(let path): body.path = path
        case .lost(let path, let what): (body.path, body.text) = (path, what)
        case .recovered(let recovery): body.recovery = recovery
        case .note(let text), .error(let text), .reminderWanted(let text): body.text = text
        case .origin(let origin): body.origin = origin
        case .answers(let document): body.document = document
        case .amended(let amendment): body.amendment = amendment
        // `about()` encodes the second and third itself.
        case .endedEarly, .synchronization, .networkMark: break
        case .ended(let status, let reading): (body.status, body.clocks) = (status, reading)
        case .interrupted(let date): body.date = date
        }
        // A device number has a meaning in the manifest only; the record holds the device itself.
        body.file?.device = nil
        return body
    }

    private init?(_ name: String, _ body: Body) throws(Incomplete) {
        switch name {
        case "began":
            guard let manifest = body.manifest else { throw Incomplete() }
            self = .began(manifest)
        case "continued", "clocks":
            guard let reading = body.clocks else { throw Incomplete() }
            self = name == "clocks" ? .clocks(reading) : .continued(reading, boot: body.boot)
        case "deviceClock":
            guard let pair = body.pair, let device = body.deviceName, let path = body.path else {
                throw Incomplete()
            }
            self = .deviceClock(pair, device: device, file: path)
        case "listed":
            guard let file = body.file else { throw Incomplete() }
            self = .listed(file)
        case "opened", "closed":
            guard let file = body.file else { throw Incomplete() }
            self = name == "opened" ? .opened(file, body.device) : .closed(file, body.device)
        case "withdrawn":
            guard let path = body.path else { throw Incomplete() }
            self = .withdrawn(file: path)
        case "lost":
            guard let path = body.path, let what = body.text else { throw Incomplete() }
            self = .lost(file: path, what: what)
        case "recovered":
            guard let recovery = body.recovery else { throw Incomplete() }
            self = .recovered(recovery)
        case "note", "error":
            guard let line = body.text else { throw Incomplete() }
            self = name == "note" ? .note(line) : .error(line)
        case "reminderWanted":
            guard let identifier = body.text else { throw Incomplete() }
            self = .reminderWanted(identifier)
        case "origin":
            guard let origin = body.origin else { throw Incomplete() }
            self = .origin(origin)
        case "answers":
            guard let document = body.document else { throw Incomplete() }
            self = .answers(document)
        case "amended":
            guard let amendment = body.amendment else { throw Incomplete() }
            self = .amended(amendment)
        case "endedEarly": self = .endedEarly
        case "ended":
            guard let status = body.status, let reading = body.clocks else { throw Incomplete() }
            self = .ended(status, reading)
        case "interrupted":
            guard let date = body.date else { throw Incomplete() }
            self = .interrupted(date)
        default: return nil
        }
    }
}
