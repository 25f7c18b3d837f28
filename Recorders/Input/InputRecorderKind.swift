// Declares the `input` and `touch` recorders: what they write and read back. A recorder of touches can replay a
// file of all kinds of input, and the other way round.

public import RecorderKinds
public import Research
public import SampleFile
public import SessionFolder

/// Records input events from any source.
public typealias InputRecorder = KindRecorder<InputRecorderKind>

/// Records touches in SageResearch's format, from any source of input events.
public typealias TouchRecorder = KindRecorder<TouchRecorderKind>

/// The kind of recorder that a task file calls `input`.
public struct InputRecorderKind: InputReplay {
    private let keyFault: @Sendable (String) -> RSDKeyFault?

    /// A kind that checks key names.
    ///
    /// - Parameter fault: Returns what is wrong with a key name; `nil` if the kernel has such a key.
    public init(naming fault: @escaping @Sendable (String) -> RSDKeyFault? = { _ in nil }) {
        keyFault = fault
    }

    public var declaration: RSDDeclaration<any RSDAsyncActionConfiguration> {
        .input(naming: keyFault)
    }

    public var schema: RecordSchema { InputFormat.schema }
    public var sensorTypes: [String] { InputChannel.allCases.map(\.name) }
    public var eventTypes: [String] {
        InputChannel.allCases.filter { $0.kind != .accelerometer }.map(\.name)
    }

    public func format(for configuration: InputRecorderConfiguration) -> InputFormat {
        let request = configuration.request
        return InputFormat(
            keys: request.keys,
            live: LiveInput(keys: request.keys),
            plotsSensors: request.kinds.contains(.accelerometer)
        )
    }

    public func form(for configuration: InputRecorderConfiguration) -> InputForm {
        InputForm(names: configuration.request.keys)
    }

    public func configuration(
        repeating file: SessionManifest.File,
        of session: Session,
        only names: [String]?,
        _ settings: RSDRecorderSettings
    ) throws -> InputRecorderConfiguration? {
        guard names == nil else { return nil }
        var configuration = InputRecorderConfiguration(identifier: settings.identifier)
        configuration.includeKeys = try InputForm.names(of: file, in: session)
        configuration.settings = settings
        return configuration
    }
}

/// The kind of recorder that a task file calls `touch`.
public struct TouchRecorderKind: InputReplay {
    public init() {}

    public var declaration: RSDDeclaration<any RSDAsyncActionConfiguration> { .touch }

    public var schema: RecordSchema { TouchFormat.schema }
    public var sensorTypes: [String] { [InputChannel.touch.name] }

    public func format(for configuration: TouchRecorderConfiguration) -> TouchFormat {
        TouchFormat(live: LiveInput(keys: []))
    }

    public func form(for configuration: TouchRecorderConfiguration) -> TouchForm { TouchForm() }

    public func configuration(
        repeating file: SessionManifest.File,
        of session: Session,
        only names: [String]?,
        _ settings: RSDRecorderSettings
    ) throws -> TouchRecorderConfiguration? {
        guard names == nil else { return nil }
        var configuration = TouchRecorderConfiguration(identifier: settings.identifier)
        configuration.settings = settings
        return configuration
    }
}

/// The common part of both input recorders, which can replay each other's files.
///
/// A participant may not have touched anything during a session. So a file that lacks what a recorder asks for is
/// not refused, unlike a motion file.
public protocol InputReplay: RecorderKind
where Configuration: InputRecording, Sample == InputSample {}

extension InputReplay {
    public var recordsEvents: Bool { true }

    public func sensorTypes(for configuration: Configuration) -> [String] {
        InputChannel.allCases.filter { configuration.request.kinds.contains($0.kind) }.map(\.name)
    }

    public func form(
        for configuration: Configuration,
        of file: SessionManifest.File,
        writtenBy kind: any RecorderKind
    ) -> (any RecordedForm<InputSample>)? {
        switch kind {
        case is InputRecorderKind: InputForm(names: configuration.request.keys)
        case is TouchRecorderKind: TouchForm()
        default: nil
        }
    }

    public func likeliest(
        of files: [SessionManifest.File],
        for configuration: Configuration,
        in recorded: RecordedSession
    ) throws -> SessionManifest.File? {
        let fitting = try files.filter { file in
            let isTouch = recorded.kind(of: file) is TouchRecorderKind
            let kinds: Set<InputKind> =
                isTouch
                ? [.touches] : try RecordedInputSource.kinds(of: file, in: recorded.session)
            return kinds.isEmpty || !kinds.isDisjoint(with: configuration.request.kinds)
        }
        return fitting.count == 1 ? fitting.first : nil
    }

    public func channels(
        for configuration: Configuration,
        in file: SessionManifest.File,
        of session: Session
    ) throws -> Set<Int> { InputChannel.numbers(of: configuration.request.kinds) }
}

extension SourceOrder where Kind.Configuration: InputRecording {
    /// The request for the source.
    public var request: InputRequest { configuration.request }
}

extension KindRecorder where Kind.Format: LiveInputFormat {
    /// The present state of fingers and keys; `nil` before the start.
    public var live: LiveInput? { format?.live }
}

/// A format whose events can be watched while it writes them.
public protocol LiveInputFormat {
    /// The present state of fingers and keys.
    var live: LiveInput? { get }
}
