// Turns JSON into the model and back. A host makes a factory, registers the types of its own, and
// hands it to whatever decodes; there is no shared one, so two studies in one process cannot
// change each other's meaning.

public import FoundationEssentials
internal import Synchronization
public import Timebase

/// Decodes and encodes tasks and results; subclass it, or register types, to add your own.
///
/// A subclass is used from any thread, and must be safe for that.
// Everything this class stores is immutable or inside a mutex.
open class RSDFactory: @unchecked Sendable {
    /// The kind of device, where resources are, and how the participant writes.
    public let surroundings: FactorySurroundings
    private let tables = Mutex(TypeTables())
    private let offset: UTCOffset?

    /// A factory whose dates are written in a time zone; without one, in that of this machine.
    public init(
        writingDatesIn offset: UTCOffset? = nil,
        surroundings: FactorySurroundings = FactorySurroundings()
    ) {
        self.offset = offset
        var surroundings = surroundings
        // A day that is typed in one time zone and written in another may become the day before.
        surroundings.answerLocale.offset = surroundings.answerLocale.offset ?? offset
        self.surroundings = surroundings
    }

    // MARK: Registering

    /// Registers the Swift type that decodes results of a type, in place of any other.
    open func register(_ result: any RSDResult.Type, for type: RSDResultType) {
        tables.withLock { $0.results[type] = result }
    }

    /// Registers the Swift type that decodes steps of a type, in place of any other.
    open func register(_ step: any (RSDStep & Decodable).Type, for type: RSDStepType) {
        tables.withLock { $0.steps[type] = step }
    }

    /// Registers the Swift type that decodes tasks of a type, in place of any other.
    open func register(_ task: any (RSDTask & Decodable).Type, for type: RSDTaskType) {
        tables.withLock { $0.tasks[type] = task }
    }

    /// Registers the Swift type that decodes async actions of a type, in place of any other.
    open func register(
        _ configuration: any (RSDAsyncActionConfiguration & Decodable).Type,
        for type: RSDAsyncActionType
    ) {
        tables.withLock { $0.asyncActions[type] = configuration }
    }

    /// Registers the Swift type that decodes UI actions of a type, in place of any other.
    open func register(
        _ action: any (RSDUIAction & Decodable).Type,
        for type: RSDUIActionObjectType
    ) {
        tables.withLock { $0.uiActions[type] = action }
    }

    /// Registers the Swift type that decodes input fields whose data type begins with a word.
    open func register(
        _ inputField: any (RSDInputField & Decodable).Type,
        for word: RSDFormDataWord
    ) {
        tables.withLock { $0.inputFields[word] = inputField }
    }

    /// Registers the Swift type that decodes survey rules of a type, in place of any other.
    open func register(_ rule: any (RSDSurveyRule & Decodable).Type, for type: RSDSurveyRuleType) {
        tables.withLock { $0.rules[type] = rule }
    }

    /// Registers the Swift type that decodes transformers of a type, in place of any other.
    open func register(
        _ transformer: any (RSDTaskTransformer & Decodable).Type,
        for type: RSDTaskTransformerType
    ) {
        tables.withLock { $0.transformers[type] = transformer }
    }

    // MARK: Decoding

    /// Decodes a task out of the bytes of a file; every error is an `RSDTaskFileError`.
    open func decodeTask(with data: Data) throws -> any RSDTask {
        try TaskFile.decode(data, by: self)
    }

    /// Decodes a task that is to have another identifier than the file gives it.
    open func decodeTask(with data: Data, identifier: String) throws -> any RSDTask {
        try TaskFile.decode(data, by: self, as: identifier)
    }

    /// The bytes of a file that says what a task is: transforms are in their places, and what was
    /// said for this kind of device is said for all.
    open func encodeTask(_ task: any RSDTask) throws -> Data {
        let encoder = createJSONEncoder()
        return try DeepStack.run { try encoder.encode(CodedTask(task)) }
    }

    /// Decodes a task by its `type`; one that is not registered is a plain task.
    open func decodeTask(from decoder: any Decoder) throws -> any RSDTask {
        let decoder = try OpenDecoder(decoder)
        let type = try typeNameIfPresent(from: decoder).map(RSDTaskType.init) ?? .task
        let registered = tables.withLock { $0.tasks[type] }
        return try (registered ?? RSDTaskObject.self).init(from: decoder)
    }

    /// Decodes a step by its `type`, a transformed one included; any other becomes a generic step.
    open func decodeStep(from decoder: any Decoder) throws -> any RSDStep {
        let decoder = try OpenDecoder(decoder)
        let type = try typeNameIfPresent(from: decoder).map(RSDStepType.init)
        let registered = type.flatMap { type in tables.withLock { $0.steps[type] } }
        let step = try (registered ?? RSDGenericStepObject.self).init(from: decoder)
        return (step as? any RSDStepTransformer)?.transformedStep ?? step
    }

    /// Decodes a result by its `type`; one that is not registered keeps its keys unread.
    open func decodeResult(from decoder: any Decoder) throws -> any RSDResult {
        let type = try RSDResultType(rawValue: typeName(from: decoder))
        let registered = tables.withLock { $0.results[type] }
        return try (registered ?? RSDUnknownResultObject.self).init(from: decoder)
    }

    /// Decodes an async action by its `type`; one that is not registered has no controller.
    open func decodeAsyncActionConfiguration(
        from decoder: any Decoder
    ) throws -> any RSDAsyncActionConfiguration {
        let decoder = try OpenDecoder(decoder)
        let type = try RSDAsyncActionType(rawValue: typeName(from: decoder))
        let registered = tables.withLock { $0.asyncActions[type] }
        return try (registered ?? RSDStandardAsyncActionConfiguration.self).init(from: decoder)
    }

    /// Decodes a UI action by its `type`; one that is not registered keeps its keys unread.
    open func decodeUIAction(from decoder: any Decoder) throws -> any RSDUIAction {
        let decoder = try OpenDecoder(decoder)
        let type = try RSDUIActionObjectType(rawValue: typeName(from: decoder))
        let registered = tables.withLock { $0.uiActions[type] }
        return try (registered ?? RSDUnknownUIActionObject.self).init(from: decoder)
    }

    /// Decodes an input field by its data type.
    open func decodeInputField(from decoder: any Decoder) throws -> any RSDInputField {
        let decoder = try OpenDecoder(decoder)
        let type = try RSDFormDataType(rawValue: typeName(from: decoder))
        let registered = tables.withLock { $0.inputFields[type.word] }
        return try (registered ?? type.builtInFieldType).init(from: decoder)
    }

    /// Decodes a survey rule by its `type`; without one, it compares.
    open func decodeSurveyRule(from decoder: any Decoder) throws -> any RSDSurveyRule {
        let type = try typeNameIfPresent(from: decoder).map(RSDSurveyRuleType.init) ?? .comparable
        guard let registered = tables.withLock({ $0.rules[type] }) else {
            throw decoder.unknown("survey rule", type.rawValue, among: known.rules)
        }
        return try registered.init(from: decoder)
    }

    /// Decodes what fetches a task or step by its `type`; without one, it is a resource.
    open func decodeTaskTransformer(from decoder: any Decoder) throws -> any RSDTaskTransformer {
        let type =
            try typeNameIfPresent(from: decoder).map(RSDTaskTransformerType.init) ?? .resource
        guard let registered = tables.withLock({ $0.transformers[type] }) else {
            throw decoder.unknown("transformer", type.rawValue, among: known.transformers)
        }
        return try registered.init(from: decoder)
    }

    /// Decodes an image by its `type`.
    open func decodeImageThemeElement(
        from decoder: any Decoder
    ) throws -> any RSDImageThemeElement {
        try ImageThemes.decode(from: decoder)
    }

    /// Decodes a mapping of colours by its keys.
    open func decodeColorMappingThemeElement(
        from decoder: any Decoder
    ) throws -> any RSDColorMappingThemeElement {
        try ColorThemes.decode(from: decoder)
    }

    /// Decodes which view shows a step.
    open func decodeViewThemeElement(from decoder: any Decoder) throws -> any RSDViewThemeElement {
        try RSDViewThemeElementObject(from: decoder)
    }

    /// Decodes a rule for participants of certain cohorts.
    open func decodeCohortNavigationRule(
        from decoder: any Decoder
    ) throws -> any RSDCohortNavigationRule {
        try RSDCohortNavigationRuleObject(from: decoder)
    }

    /// Decodes the range of a question of a data type.
    open func decodeRange(
        from decoder: any Decoder,
        for type: RSDFormDataType
    ) throws -> any RSDRange {
        try RangeCoding.decode(from: decoder, for: type)
    }

    /// The words that have a Swift type here.
    final var known: KnownWords { tables.withLock { $0.known } }

    /// The `type` of what a decoder is about to decode, where it has one.
    open func typeNameIfPresent(from decoder: any Decoder) throws -> String? {
        try decoder.container(keyedBy: JSONKey.self).decodeIfPresent(String.self, forKey: "type")
    }

    /// The `type` of what a decoder is about to decode.
    open func typeName(from decoder: any Decoder) throws -> String {
        try decoder.container(keyedBy: JSONKey.self).decode(String.self, forKey: "type")
    }

    /// The time zone in which a date is written.
    open func utcOffset(at instant: WallInstant) -> UTCOffset {
        offset ?? .local(at: instant)
    }

    /// A decoder that knows this factory and the field's dates.
    open func createJSONDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.userInfo[.factory] = self
        decoder.dateDecodingStrategy = .custom { try DateText.decode(from: $0) }
        return decoder
    }

    /// An encoder that writes the field's dates, keys in the order of the alphabet, one a line.
    ///
    /// The same value gives the same bytes always. Slashes are not escaped.
    open func createJSONEncoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.userInfo[.factory] = self
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            try DateText.encode(date, to: encoder, in: self.utcOffset(at:))
        }
        return encoder
    }
}

extension CodingUserInfoKey {
    /// The key under which a decoder carries its factory.
    public static let factory: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "org.footfall.factory") else {
            preconditionFailure("The standard library refuses a plain name for a key.")
        }
        return key
    }()
}

extension Decoder {
    /// The factory that decodes what is nested in this decoder.
    public var factory: RSDFactory {
        get throws {
            if let factory = userInfo[.factory] as? RSDFactory { return factory }
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: codingPath,
                    debugDescription: "This decoder has no RSDFactory, which knows the types of "
                        + "results. Use the one that RSDFactory.createJSONDecoder() makes."
                )
            )
        }
    }
}
