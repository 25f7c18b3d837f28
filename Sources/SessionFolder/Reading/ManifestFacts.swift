// Reads the facts of a manifest that a list of sessions shows, by means of `JSONWalk`. If anything in the
// manifest is unusual, the caller decodes the whole manifest instead, which reports what is wrong with it.

internal import SystemCalls

/// The facts of a manifest that a list of sessions shows.
struct ManifestFacts {
    var format: String
    var version: Int
    var identifier: String
    var participant: Participant?
    var status: SessionManifest.Status
    var endedEarly: Bool?
    var startDate: LocalDate
    var endDate: LocalDate?
    /// The session from which this one was computed.
    var computedFrom: String?
    var files: [File]
    /// The sizes of the result and the answers.
    var documents: [Int64]
    var journal: Journal?

    /// The part of the journal that the manifest includes.
    struct Journal {
        var path: String
        var size: Int64
    }

    /// A file that the session lists.
    struct File {
        var layout: SessionManifest.Layout
        var size: Int64?
        var lost: Bool?
        /// Absent if samples are not to be counted.
        var sensors: [Sensor]?

        var hasSamples: Bool { layout != .document && lost != true }
    }

    /// The counts of a sensor in a file.
    struct Sensor {
        var samples: Int
        /// The number of lost samples, without pauses.
        var missing: Int
    }

    /// True if it can be the manifest of a session, as far as a list depends on it.
    var isPossible: Bool {
        format == SessionManifest.formatName && version > 0
            && (journal.map { SessionManifest.problem(ofPath: $0.path) == nil } ?? true)
    }
}

extension ManifestFacts.File {
    init(_ file: SessionManifest.File) {
        (layout, size, lost) = (file.layout, file.size, file.isLost)
        sensors = file.sensors.map {
            ManifestFacts.Sensor(
                samples: $0.samples,
                missing: $0.lostByReason.reduce(0) {
                    ManifestFacts.Sensor.sum($0, $1.key, $1.value)
                }
            )
        }
    }
}

extension ManifestFacts.Sensor {
    /// Adds the samples lost for a reason, unless the reason is a pause: no samples are expected then.
    static func sum(_ sum: Int, _ reason: String, _ lost: Int) -> Int {
        reason == "paused" ? sum : sum.addingClamped(lost)
    }
}

// MARK: Reading

extension ManifestFacts {
    private enum Name: String, CaseIterable {
        case format, version, identifier, participant, status, endedEarly, startDate, endDate
        case files, taskResult, answers, journal, origin
    }

    private static let names = JSONNames<Name>()

    /// Reads a manifest; `nil` if anything in it is unusual.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - counts: True to count samples.
    init?(_ bytes: [UInt8], countingSamples counts: Bool) {
        var walk = JSONWalk(bytes)
        var (format, version, identifier) = (String?.none, Int?.none, String?.none)
        var (status, startDate) = (SessionManifest.Status?.none, LocalDate?.none)
        var (participant, endedEarly, endDate) = (Participant?.none, Bool?.none, LocalDate?.none)
        var (found, journal, documents) = ([File]?.none, Journal?.none, [Int64]())
        var computedFrom: String?
        let isRead = walk.members(Self.names) { name, walk in
            switch name {
            case .format: take(walk.text(), as: &format)
            case .version: take(walk.count(), as: &version)
            case .identifier: take(walk.text(), as: &identifier)
            case .status: take(walk.text().flatMap(SessionManifest.Status.init), as: &status)
            case .startDate: take(walk.date(), as: &startDate)
            case .files: take(walk.files(countingSamples: counts), as: &found)
            case .participant: walk.takeNull() || take(walk.participant(), as: &participant)
            case .endedEarly: walk.takeNull() || take(walk.boolean(), as: &endedEarly)
            case .endDate: walk.takeNull() || take(walk.date(), as: &endDate)
            case .journal: walk.takeNull() || take(walk.journal(), as: &journal)
            case .taskResult, .answers: walk.takeNull() || walk.document(among: &documents)
            case .origin: walk.takeNull() || walk.origin(computedFrom: &computedFrom)
            }
        }
        guard isRead, walk.isAtEnd, let format, let version, let identifier, let status,
            let startDate, let found
        else { return nil }
        self.init(
            format: format,
            version: version,
            identifier: identifier,
            participant: participant,
            status: status,
            endedEarly: endedEarly,
            startDate: startDate,
            endDate: endDate,
            computedFrom: computedFrom,
            files: found,
            documents: documents,
            journal: journal
        )
    }
}

/// Stores a value; returns false if it could not be read.
private func take<Value>(_ value: Value?, as place: inout Value?) -> Bool {
    guard let value else { return false }
    place = value
    return true
}

extension JSONWalk {
    private enum FileName: String, CaseIterable { case layout, size, lost, sensors }
    private enum SensorName: String, CaseIterable { case samples, lostByReason }
    private enum DocumentName: String, CaseIterable { case path, size }
    private enum ParticipantName: String, CaseIterable { case subject, visit, group, named }
    private enum OriginName: String, CaseIterable { case processed, replayed }
    private enum ProcessingName: String, CaseIterable { case session }

    private static let fileNames = JSONNames<FileName>()
    private static let sensorNames = JSONNames<SensorName>()
    private static let documentNames = JSONNames<DocumentName>()
    private static let participantNames = JSONNames<ParticipantName>()
    private static let originNames = JSONNames<OriginName>()
    private static let processingNames = JSONNames<ProcessingName>()

    fileprivate mutating func date() -> LocalDate? { text().flatMap { LocalDate($0) } }

    fileprivate mutating func files(countingSamples counts: Bool) -> [ManifestFacts.File]? {
        var files: [ManifestFacts.File] = []
        let isRead = elements { walk in
            take(walk.file(countingSamples: counts)) { files.append($0) }
        }
        return isRead ? files : nil
    }

    private mutating func file(countingSamples counts: Bool) -> ManifestFacts.File? {
        var (layout, size, lost) = (SessionManifest.Layout?.none, Int?.none, Bool?.none)
        var sensors: [ManifestFacts.Sensor]?
        let isRead = members(Self.fileNames) { name, walk in
            switch name {
            case .layout: take(walk.text().flatMap(SessionManifest.Layout.init), as: &layout)
            case .size: walk.takeNull() || take(walk.count(), as: &size)
            case .lost: walk.takeNull() || take(walk.boolean(), as: &lost)
            case .sensors: counts ? take(walk.sensors(), as: &sensors) : walk.skip()
            }
        }
        guard isRead, let layout, sensors != nil || !counts else { return nil }
        return ManifestFacts.File(
            layout: layout,
            size: size.map(Int64.init),
            lost: lost,
            sensors: sensors
        )
    }

    private mutating func sensors() -> [ManifestFacts.Sensor]? {
        var sensors: [ManifestFacts.Sensor] = []
        let isRead = elements { walk in take(walk.sensor()) { sensors.append($0) } }
        return isRead ? sensors : nil
    }

    private mutating func sensor() -> ManifestFacts.Sensor? {
        var (samples, missing) = (Int?.none, Int?.none)
        let isRead = members(Self.sensorNames) { name, walk in
            switch name {
            case .samples: take(walk.count(), as: &samples)
            case .lostByReason: take(walk.missing(), as: &missing)
            }
        }
        guard isRead, let samples, let missing else { return nil }
        return ManifestFacts.Sensor(samples: samples, missing: missing)
    }

    private mutating func missing() -> Int? {
        var (missing, met) = (0, Set<String>())
        let isRead = entries { name, walk in
            let reason = String(decoding: name, as: UTF8.self)
            return met.insert(reason).inserted
                && take(walk.count()) { missing = ManifestFacts.Sensor.sum(missing, reason, $0) }
        }
        return isRead ? missing : nil
    }

    fileprivate mutating func document(among sizes: inout [Int64]) -> Bool {
        var size: Int?
        let isRead = members(Self.documentNames) { name, walk in
            name == .size ? take(walk.count(), as: &size) : walk.skip()
        }
        guard isRead, let size else { return false }
        sizes.append(Int64(size))
        return true
    }

    fileprivate mutating func journal() -> ManifestFacts.Journal? {
        var (path, size) = (String?.none, Int?.none)
        let isRead = members(Self.documentNames) { name, walk in
            name == .size ? take(walk.count(), as: &size) : take(walk.text(), as: &path)
        }
        guard isRead, let path, let size else { return nil }
        return ManifestFacts.Journal(path: path, size: Int64(size))
    }

    /// Reads from which session this one was computed, as `SessionManifest.Origin.ownProcessing` does.
    fileprivate mutating func origin(computedFrom session: inout String?) -> Bool {
        var (processed, replayed) = (String?.none, String?.none)
        let isRead = members(Self.originNames) { name, walk in
            switch name {
            case .processed: walk.takeNull() || take(walk.processing(), as: &processed)
            case .replayed: walk.takeNull() || take(walk.text(), as: &replayed)
            }
        }
        session = replayed == nil ? processed : nil
        return isRead
    }

    private mutating func processing() -> String? {
        var session: String?
        let isRead = members(Self.processingNames) { _, walk in take(walk.text(), as: &session) }
        return isRead ? session : nil
    }

    fileprivate mutating func participant() -> Participant? {
        var labels: [Participant.Part: String] = [:]
        var named: [Participant.Part]?
        let isRead = members(Self.participantNames) { name, walk in
            if walk.takeNull() { return true }
            guard let part = Participant.Part(rawValue: name.rawValue) else {
                return take(walk.parts(), as: &named)
            }
            return take(walk.text(), as: &labels[part])
        }
        return isRead ? Participant(asRead: labels, named: named) : nil
    }

    private mutating func parts() -> [Participant.Part]? {
        var parts: [Participant.Part] = []
        let isRead = elements { walk in
            take(walk.text().flatMap(Participant.Part.init)) { parts.append($0) }
        }
        return isRead ? parts : nil
    }
}

/// Passes a value on; returns false if it could not be read.
private func take<Value>(_ value: Value?, _ hand: (Value) -> Void) -> Bool {
    guard let value else { return false }
    hand(value)
    return true
}
