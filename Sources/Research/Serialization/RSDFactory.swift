// Turns JSON into the model and back. A host makes a factory, declares the types of its own, and
// hands it to whatever decodes. Nothing here reads a shared one, so two studies in one process cannot
// change each other's meaning; the field's `shared` is in FieldNames.swift, for code that asks for it.

public import FoundationEssentials
internal import Synchronization
public import Timebase

/// Decodes and encodes tasks and results; subclass it, or declare types to it, to add your own.
///
/// A subclass is used from any thread, and must be safe for that.
// Everything this class stores is immutable or inside a mutex.
open class RSDFactory: @unchecked Sendable {
    /// The kind of device, where resources are, and how the participant writes.
    public let surroundings: FactorySurroundings
    /// What it reads: what is built in, and what was declared to it.
    final let declarations = Mutex(Declarations())
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

    /// Decodes a task by its `type`; one that is not declared is a plain task.
    open func decodeTask(from decoder: any Decoder) throws -> any RSDTask {
        let decoder = try OpenDecoder(decoder)
        let type = try typeNameIfPresent(from: decoder) ?? RSDTaskType.task.rawValue
        let declared = declarations.withLock { $0.tasks[type] }
        return try declared?.decode(decoder) ?? RSDTaskObject(from: decoder)
    }

    /// Decodes a step by its `type`, a transformed one included; any other becomes a generic step.
    open func decodeStep(from decoder: any Decoder) throws -> any RSDStep {
        let decoder = try OpenDecoder(decoder)
        let type = try typeNameIfPresent(from: decoder)
        let declared = type.flatMap { type in declarations.withLock { $0.steps[type] } }
        let step = try declared?.decode(decoder) ?? RSDGenericStepObject(from: decoder)
        return (step as? any RSDStepTransformer)?.transformedStep ?? step
    }

    /// Decodes a result by its `type`; one that is not declared keeps its keys unread.
    open func decodeResult(from decoder: any Decoder) throws -> any RSDResult {
        let type = try typeName(from: decoder)
        let declared = declarations.withLock { $0.results[type] }
        return try declared?.decode(decoder) ?? RSDUnknownResultObject(from: decoder)
    }

    /// Decodes an async action by its `type`; one that is not declared has no controller.
    open func decodeAsyncActionConfiguration(
        from decoder: any Decoder
    ) throws -> any RSDAsyncActionConfiguration {
        let decoder = try OpenDecoder(decoder)
        let type = try typeName(from: decoder)
        let declared = declarations.withLock { $0.asyncActions[type] }
        return try declared?.decode(decoder) ?? RSDStandardAsyncActionConfiguration(from: decoder)
    }

    /// Decodes a UI action by its `type`; one that is not declared keeps its keys unread.
    open func decodeUIAction(from decoder: any Decoder) throws -> any RSDUIAction {
        let decoder = try OpenDecoder(decoder)
        let type = try typeName(from: decoder)
        let declared = declarations.withLock { $0.actions[type] }
        return try declared?.decode(decoder) ?? RSDUnknownUIActionObject(from: decoder)
    }

    /// Decodes an input field by its data type.
    open func decodeInputField(from decoder: any Decoder) throws -> any RSDInputField {
        let decoder = try OpenDecoder(decoder)
        let type = try typeName(from: decoder)
        let declared = declarations.withLock { $0.inputFields[type] }
        return try declared?.decode(decoder) ?? RSDInputFieldObject(from: decoder)
    }

    /// Decodes a survey rule by its `type`; without one, it compares.
    open func decodeSurveyRule(from decoder: any Decoder) throws -> any RSDSurveyRule {
        try decodeMember(from: decoder, among: declarations.withLock { $0.rules })
    }

    /// Decodes what fetches a task or step by its `type`; without one, it is a resource.
    open func decodeTaskTransformer(from decoder: any Decoder) throws -> any RSDTaskTransformer {
        try decodeMember(from: decoder, among: declarations.withLock { $0.transformers })
    }

    /// Decodes an image by its `type`.
    open func decodeImageThemeElement(
        from decoder: any Decoder
    ) throws -> any RSDImageThemeElement {
        try decodeMember(from: decoder, among: declarations.withLock { $0.images })
    }

    /// Decodes a mapping of colours by its keys.
    open func decodeColorMappingThemeElement(
        from decoder: any Decoder
    ) throws -> any RSDColorMappingThemeElement {
        try decodeMember(from: decoder, among: declarations.withLock { $0.colors })
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
        try RangeCoding.decode(from: decoder, of: fieldKind(of: type.rawValue), for: type)
    }

    /// Decodes a member of a family of which every member must have been declared.
    private func decodeMember<Object>(
        from decoder: any Decoder,
        among table: DeclarationTable<Object>
    ) throws -> Object {
        let family = table.words.family
        let keys = try decoder.container(keyedBy: JSONKey.self)
        let type = try typeNameIfPresent(from: decoder)
        let word = type ?? family.usualType { keys.contains(JSONKey($0)) } ?? ""
        guard let declared = table[word] else {
            throw decoder.unknown(family.name, word, among: table.words.choices)
        }
        return try declared.decode(decoder)
    }

    /// Everything that is declared here, but for how it is decoded.
    package final var declared: DeclaredWords { declarations.withLock { DeclaredWords($0) } }

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
