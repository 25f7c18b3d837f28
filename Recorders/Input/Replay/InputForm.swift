// Reads the records of input files. As in a recording, a key has a name only if it is among the keys that may be
// named.

public import RecorderKinds
public import SampleFile
public import SampleStream
public import SessionFolder
public import Timebase

/// A recorded input file as a source.
public typealias RecordedInputSource = RecordedSource<InputForm>

/// Reads input files back.
public struct InputForm: RecordedForm {
    public typealias Sample = InputSample

    public let schema = InputFormat.schema
    public let channelNames = InputChannel.allCases.map(\.name)
    public var subject: String { "input" }

    private let columns = InputColumns(in: InputFormat.schema)
    private var keys: KnownNames
    private var switches = KnownNames(InputChannel.switchNames)

    /// A form for files whose recorder names these keys and no others.
    ///
    /// - Parameter names: The names, in the order of `InputRequest.keys`.
    public init(names: [String]) { keys = KnownNames(names) }

    /// Events that a device or the kernel lost may be of any kind.
    public static func isOfAnyChannel(_ reason: GapReason) -> Bool {
        reason == .kernel || reason == .device
    }

    public mutating func reading(
        _ head: RecordedHead,
        _ batch: RecordBatch,
        _ row: Int
    ) throws(RecordedFault) -> InputSample {
        var sample = try columns.reading(head, batch, row)
        if let name = batch.text(row, columns.key) {
            sample.name = try place(of: name, head.channel)
        }
        if let number = batch.integer(row, columns.value) {
            guard let value = Int32(exactly: number) else {
                throw RecordedFault("its value \(number) is out of range")
            }
            sample.value = value
            sample.hasValue = true
        }
        if let depth = batch.number(row, columns.z) {
            guard sample.millimetres == nil else {
                throw RecordedFault("it has millimetres and a z, which no event has")
            }
            sample.z = depth
            sample.hasDepth = true
        }
        return sample
    }

    private mutating func place(
        of name: RecordText,
        _ channel: Int
    ) throws(RecordedFault) -> Int? {
        switch channel {
        case InputChannel.key.rawValue:
            return keys.place(of: name)
        case InputChannel.switch.rawValue:
            if let place = switches.place(of: name) { return place }
            throw RecordedFault("its key \"\(name)\" is no switch")
        default:
            throw RecordedFault("it has the key \"\(name)\", and is neither key nor switch")
        }
    }

    public func run(
        _ flow: RecordedFlow<InputForm>,
        into sink: inout SampleSink<InputSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        try flow.run(by: self, into: &sink, until: stop)
    }
}

extension RecordedSource where Form == InputForm {
    /// A source that is not yet open.
    ///
    /// - Parameters:
    ///   - file: The file, from the session's manifest.
    ///   - session: The session.
    ///   - kinds: The wanted kinds of events. Other events are left out, and so are gaps that can only affect
    ///     those.
    ///   - names: The keys that may be named, as in the recorder's `InputRequest.keys`.
    ///   - timekeeper: The clock that sets the pace.
    ///   - cut: Where the source ends if the recording is longer.
    public convenience init(
        _ file: SessionManifest.File,
        of session: Session,
        kinds: Set<InputKind> = Set(InputKind.allCases),
        names: [String],
        timekeeper: any Timekeeper,
        cut: BootInstant? = nil
    ) {
        self.init(
            file,
            of: session,
            form: InputForm(names: names),
            channels: InputChannel.numbers(of: kinds),
            timekeeper: timekeeper,
            cut: cut
        )
    }

    /// The kinds of events in the file, from its manifest; if a crashed session's manifest does not list them, from
    /// its records.
    public static func kinds(
        of file: SessionManifest.File,
        in session: Session
    ) throws -> Set<InputKind> {
        Set(
            try channels(of: file, in: session, by: InputForm(names: [])).compactMap {
                InputChannel(rawValue: $0)?.kind
            }
        )
    }
}

extension InputChannel {
    /// The channels of these kinds of events.
    static func numbers(of kinds: Set<InputKind>) -> Set<Int> {
        Set(allCases.filter { kinds.contains($0.kind) }.map(\.rawValue))
    }
}
