// The `input` recorder and the `touch` recorder: what they write and read back. One of touches can have them from a
// recorded file of all kinds of input, and the other way round.

public import RecorderKinds
public import Research
public import SampleFile
public import SessionFolder

/// The recorder of input events, over any source of them.
public typealias InputRecorder = KindRecorder<InputRecorderKind>

/// The recorder of touches in the field's form, over any source of input events.
public typealias TouchRecorder = KindRecorder<TouchRecorderKind>

/// The kind of recorder that a task file calls `input`.
public struct InputRecorderKind: InputReplay {
    private let keyFault: @Sendable (String) -> RSDKeyFault?

    /// The kind of recorder.
    ///
    /// - Parameter fault: What is wrong with the kernel's name of a key; `nil` if there is such a key.
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

/// What the kinds of input recorders have in common: their files can be had by each other's recorders.
///
/// Nobody may have touched anything while a session was recorded: that a file lacks what a recorder asks for is no
/// reason to refuse it, as it would be with motion.
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
    /// What is asked of the source.
    public var request: InputRequest { configuration.request }
}

extension KindRecorder where Kind.Format: LiveInputFormat {
    /// What fingers and keys do, once the recorder has started.
    public var live: LiveInput? { format?.live }
}

/// A format whose events can be looked at as they are written.
public protocol LiveInputFormat {
    /// What fingers and keys do.
    var live: LiveInput? { get }
}
