// What the records of an input file have of their own. A key's name comes back only where it is among
// those that may be told, as when it was recorded.

public import RecorderKinds
public import SampleFile
public import SampleStream
public import SessionFolder
public import Timebase

/// A recorded input file as a source.
public typealias RecordedInputSource = RecordedSource<InputForm>

/// The form of input files.
public struct InputForm: RecordedForm {
    public typealias Sample = InputSample

    public let schema = InputFormat.schema
    public let channelNames = InputChannel.allCases.map(\.name)
    public var subject: String { "input" }

    private let columns = InputColumns(in: InputFormat.schema)
    private var keys: KnownNames
    private var switches = KnownNames(InputChannel.switchNames)

    /// The form of an input file whose recorder names these keys, and no other.
    ///
    /// - Parameter names: In the order of `InputRequest.keys`.
    public init(names: [String]) { keys = KnownNames(names) }

    /// What kind of events a device lost, or the kernel, nobody knows.
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
                throw RecordedFault("its value \(number) is none")
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
    /// A source that waits to be opened.
    ///
    /// - Parameters:
    ///   - file: The file, from the session's manifest.
    ///   - session: The session.
    ///   - kinds: The kinds that are wanted; events of others are left out, and gaps that can only be
    ///     of those.
    ///   - names: The keys that may be named, as in the recorder's `InputRequest.keys`.
    ///   - timekeeper: Gives the pace.
    ///   - cut: Where the source comes to its end, should the recording be longer.
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

    /// The kinds of events that the file has: what its manifest says, or, where a run died before it
    /// was said, what there is.
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
    /// The channels that kinds of events come in.
    static func numbers(of kinds: Set<InputKind>) -> Set<Int> {
        Set(allCases.filter { kinds.contains($0.kind) }.map(\.rawValue))
    }
}
