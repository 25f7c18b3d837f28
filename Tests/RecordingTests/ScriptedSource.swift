import Recording
import Research
import SampleFile
import SampleStream
import Synchronization
import SystemCalls
import Timebase

/// A reading with one value.
struct Reading: StreamSample {
    var time: BootInstant
    var value: Double
    var channelNumber: Int8
    var kind: Int8
    var lost: Int64
    var isEstimated = false

    init(_ nanoseconds: Int64, _ value: Double, channel: Int = 0) {
        time = BootInstant(nanoseconds: nanoseconds)
        self.value = value
        channelNumber = Int8(channel)
        kind = -1
        lost = 0
    }

    var channel: Int { Int(channelNumber) }
    var role: StreamRole {
        kind < 0
            ? .reading
            : .gap(lost: lost, reason: GapReason(place: UInt8(kind)), isEstimated: isEstimated)
    }

    static func gap(
        channel: Int,
        at time: BootInstant,
        lost: Int64,
        reason: GapReason,
        isEstimated: Bool
    ) -> Reading {
        var gap = Reading(time.nanoseconds, 0, channel: channel)
        gap.kind = Int8(reason.place)
        gap.lost = lost
        gap.isEstimated = isEstimated
        return gap
    }
}

/// Writes readings with one value.
struct ReadingFormat: SampleFormat {
    static let schema = RecordSchema([
        .init("uptime", .number), .init("timestamp", .number), .init("stepPath", .text),
        .init("timestampDate", .text), .init("sensorType", .text), .init("value", .number),
        .init("lost", .integer), .init("reason", .text), .init("marker", .text),
        .init("estimated", .boolean),
    ])
    let names = (0..<16).map { PreparedText("channel\($0)") }

    var schema: RecordSchema { Self.schema }

    func name(ofChannel channel: Int) -> String { names[channel].text }

    func write(_ items: UnsafeBufferPointer<Reading>, by writer: inout StreamWriter<Self>) {
        unsafe writer.write(items, by: self)
    }

    func write(
        _ reading: Reading,
        at place: borrowing RecordPlace,
        to file: inout SampleFileWriter
    ) {
        file.nanosecondsAsSeconds(0, reading.time.nanoseconds)
        file.nanosecondsAsSeconds(1, reading.time.nanoseconds - place.originNanoseconds)
        file.text(2, place.stepPath)
        file.text(4, names[reading.channel])
        file.number(5, reading.value)
    }
}

/// What a scripted source can do.
enum SourceAct: Sendable {
    case deliver(Reading)
    case lose(channel: Int, at: Int64, count: Int64)
    case readClock(ClockPair)
    /// Waits until the test opens the gate.
    case passGate
    case fail
    case waitForStop
    /// Blocks until it is abandoned, like a device that ignores a plain stop.
    case waitForAbandon
}

struct SourceBroke: Error, Equatable {}

struct PermissionDenied: Error, Equatable {}

/// A gate that a test opens, once for all.
final class Gate: Sendable {
    private let wakeEvent = WakeEvent()
    private let isOpen = Atomic<Bool>(false)

    func open() {
        isOpen.store(true, ordering: .releasing)
        wakeEvent.signal()
    }

    func pass(or stop: StopSignal) {
        while !isOpen.load(ordering: .acquiring), !stop.isRaised {
            let signals = wakeEvent.count
            if isOpen.load(ordering: .acquiring) { return }
            wakeEvent.wait(since: signals, upTo: .milliseconds(5))
        }
    }
}

/// Performs the acts of a script, one after the other.
final class ScriptedSource: SampleSource {
    private let acts: [SourceAct]
    private let gate: Gate
    private let openFailure: Bool
    private let openGate: Gate?
    private let released: Released
    let waitsForRoom: Bool

    init(
        _ acts: [SourceAct],
        gate: Gate = Gate(),
        released: Released,
        openGate: Gate? = nil,
        failsToOpen: Bool = false,
        isLive: Bool = false
    ) {
        self.acts = acts
        waitsForRoom = !isLive
        self.gate = gate
        self.released = released
        self.openGate = openGate
        openFailure = failsToOpen
        released.made()
    }

    func open(until stop: StopSignal) throws -> SourceDescription {
        openGate?.pass(or: stop)
        if openFailure || stop.request == .abandon { throw SourceBroke() }
        return SourceDescription(name: "script", kind: "test", clock: "boottime")
    }

    func capture(
        into sink: inout SampleSink<Reading>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        for act in acts {
            switch act {
            case .deliver(let reading): sink.deliver(reading)
            case .lose(let channel, let time, let count):
                sink.noteLoss(
                    channel: channel,
                    at: BootInstant(nanoseconds: time),
                    count: count,
                    reason: .device
                )
            case .readClock(let pair): sink.noteClock(pair, of: "script")
            case .passGate: gate.pass(or: stop)
            case .fail: throw SourceBroke()
            case .waitForStop:
                while !stop.isRaised {
                    let signals = stop.wakeEvent.count
                    if stop.isRaised { break }
                    stop.wakeEvent.wait(since: signals)
                }
                return .stopped
            case .waitForAbandon:
                while stop.request != .abandon {
                    let signals = stop.wakeEvent.count
                    if stop.request == .abandon { break }
                    stop.wakeEvent.wait(since: signals)
                }
                return .stopped
            }
        }
        return .exhausted(at: BootInstant(nanoseconds: 9_000_000_000))
    }

    func close() { released.closed() }
}

/// Counts the sources that were made, and those that have released their device.
final class Released: Sendable {
    private let counts = Mutex<(made: Int, closed: Int)>((0, 0))

    var balance: Int { counts.withLock { $0.made - $0.closed } }
    var closedCount: Int { counts.withLock { $0.closed } }

    func made() { counts.withLock { $0.made += 1 } }
    func closed() { counts.withLock { $0.closed += 1 } }
}

struct TestConfiguration: RSDRestartableRecorderConfiguration, RSDJSONRecorderConfiguration {
    var identifier = "walk"
    var asyncActionType: RSDAsyncActionType { "test" }
    var startStepIdentifier: String?
    var stopStepIdentifier: String?
    var requiresBackgroundAudio = false
    var shouldDeletePrevious = true
    var usesCSVEncoding = false
    var usesRootDictionary = false
}

/// Records scripts, one file each.
@MainActor
final class ScriptedRecorder: RSDSampleRecorder {
    var scripts: [(identifier: String, acts: [SourceAct])] = []
    var gate = Gate()
    var openGate: Gate?
    var failsToOpen = false
    var deniesPermission = false
    /// Whether the sources cannot wait for room, like devices.
    var isLive = false
    let released = Released()

    override func checkPermissions() async throws {
        if deniesPermission { throw PermissionDenied() }
    }

    override func makeStreams() throws -> [any RecordingStream] {
        scripts.map { script in
            let source = ScriptedSource(
                script.acts,
                gate: gate,
                released: released,
                openGate: openGate,
                failsToOpen: failsToOpen,
                isLive: isLive
            )
            return FileStream(
                identifier: script.identifier,
                source: source,
                format: ReadingFormat()
            )
        }
    }
}
