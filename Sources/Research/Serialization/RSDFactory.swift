// Decodes and encodes tasks and results. A host creates a factory, declares its own types to it, and passes it to all
// code that decodes. Footfall never reads a shared factory, so two studies in one process cannot affect each other.
// SageResearch's `shared` is in FieldNames.swift, for code that uses it.

public import FoundationEssentials
internal import Synchronization
public import Timebase

/// Decodes and encodes tasks and results; subclass it, or declare types to it, to add your own types.
///
/// Any thread may call a factory, so a subclass must be thread-safe.
// All stored properties of this class are immutable or protected by a mutex.
open class RSDFactory: @unchecked Sendable {
    /// The kind of device, the resource folders, and how the participant writes.
    public let surroundings: FactorySurroundings
    /// The types that the factory can decode: the built-in ones and those that were declared to it.
    final let declarations = Mutex(Declarations())
    private let offset: UTCOffset?

    /// Creates a factory that writes dates with the given offset; `nil` uses the time zone of this machine.
    public init(
        writingDatesIn offset: UTCOffset? = nil,
        surroundings: FactorySurroundings = FactorySurroundings()
    ) {
        self.offset = offset
        var surroundings = surroundings
        // Answers must be read and written with the same offset, or a typed day could become the day before.
        surroundings.answerLocale.offset = surroundings.answerLocale.offset ?? offset
        self.surroundings = surroundings
    }

    // MARK: Decoding

    /// Decodes a task file; every error is an `RSDTaskFileError`.
    open func decodeTask(with data: Data) throws -> any RSDTask {
        try TaskFile.decode(data, by: self)
    }

    /// Decodes a task file, and replaces the identifier of the task.
    open func decodeTask(with data: Data, identifier: String) throws -> any RSDTask {
        try TaskFile.decode(data, by: self, as: identifier)
    }

    /// Encodes a task as a file.
    ///
    /// Transformed steps are written in place of their transforms, and the overrides for this kind of device replace
    /// the general values.
    open func encodeTask(_ task: any RSDTask) throws -> Data {
        let encoder = createJSONEncoder()
        return try DeepStack.run { try encoder.encode(CodedTask(task)) }
    }

    /// Decodes a task by its `type`; an undeclared type gives an `RSDTaskObject`.
    open func decodeTask(from decoder: any Decoder) throws -> any RSDTask {
        let decoder = try OpenDecoder(decoder)
        let type = try typeNameIfPresent(from: decoder) ?? RSDTaskType.task.rawValue
        let declared = declarations.withLock { $0.tasks[type] }
        return try declared?.decode(decoder) ?? RSDTaskObject(from: decoder)
    }

    /// Decodes a step by its `type`, and replaces a transform by its step; an undeclared type gives a generic step.
    open func decodeStep(from decoder: any Decoder) throws -> any RSDStep {
        let decoder = try OpenDecoder(decoder)
        let type = try typeNameIfPresent(from: decoder)
        let declared = type.flatMap { type in declarations.withLock { $0.steps[type] } }
        let step = try declared?.decode(decoder) ?? RSDGenericStepObject(from: decoder)
        return (step as? any RSDStepTransformer)?.transformedStep ?? step
    }

    /// Decodes a result by its `type`; an undeclared type keeps its keys uninterpreted.
    open func decodeResult(from decoder: any Decoder) throws -> any RSDResult {
        let type = try typeName(from: decoder)
        let declared = declarations.withLock { $0.results[type] }
        return try declared?.decode(decoder) ?? RSDUnknownResultObject(from: decoder)
    }

    /// Decodes an async action by its `type`; an undeclared type gives an `RSDStandardAsyncActionConfiguration`.
    open func decodeAsyncActionConfiguration(
        from decoder: any Decoder
    ) throws -> any RSDAsyncActionConfiguration {
        let decoder = try OpenDecoder(decoder)
        let type = try typeName(from: decoder)
        let declared = declarations.withLock { $0.asyncActions[type] }
        return try declared?.decode(decoder) ?? RSDStandardAsyncActionConfiguration(from: decoder)
    }

    /// Decodes the action of a button by its `type`; an undeclared type keeps its keys uninterpreted.
    open func decodeUIAction(from decoder: any Decoder) throws -> any RSDUIAction {
        let decoder = try OpenDecoder(decoder)
        let type = try typeName(from: decoder)
        let declared = declarations.withLock { $0.actions[type] }
        return try declared?.decode(decoder) ?? RSDUnknownUIActionObject(from: decoder)
    }

    /// Decodes an input field by its data type; an undeclared type gives an `RSDInputFieldObject`.
    open func decodeInputField(from decoder: any Decoder) throws -> any RSDInputField {
        let decoder = try OpenDecoder(decoder)
        let type = try typeName(from: decoder)
        let declared = declarations.withLock { $0.inputFields[type] }
        return try declared?.decode(decoder) ?? RSDInputFieldObject(from: decoder)
    }

    /// Decodes a survey rule by its `type`; the default is `comparable`.
    open func decodeSurveyRule(from decoder: any Decoder) throws -> any RSDSurveyRule {
        try decodeMember(from: decoder, among: declarations.withLock { $0.rules })
    }

    /// Decodes a task transformer by its `type`; the default is `resource`.
    open func decodeTaskTransformer(from decoder: any Decoder) throws -> any RSDTaskTransformer {
        try decodeMember(from: decoder, among: declarations.withLock { $0.transformers })
    }

    /// Decodes an image by its `type`; the default is `fetchable`.
    open func decodeImageThemeElement(
        from decoder: any Decoder
    ) throws -> any RSDImageThemeElement {
        try decodeMember(from: decoder, among: declarations.withLock { $0.images })
    }

    /// Decodes a colour mapping by its `type`, or by its keys if it has none.
    open func decodeColorMappingThemeElement(
        from decoder: any Decoder
    ) throws -> any RSDColorMappingThemeElement {
        try decodeMember(from: decoder, among: declarations.withLock { $0.colors })
    }

    /// Decodes the element that names the view of a step.
    open func decodeViewThemeElement(from decoder: any Decoder) throws -> any RSDViewThemeElement {
        try RSDViewThemeElementObject(from: decoder)
    }

    /// Decodes a cohort rule.
    open func decodeCohortNavigationRule(
        from decoder: any Decoder
    ) throws -> any RSDCohortNavigationRule {
        try RSDCohortNavigationRuleObject(from: decoder)
    }

    /// Decodes the range of a question with this data type.
    open func decodeRange(
        from decoder: any Decoder,
        for type: RSDFormDataType
    ) throws -> any RSDRange {
        try RangeCoding.decode(from: decoder, of: fieldKind(of: type.rawValue), for: type)
    }

    /// Decodes an object of a family; an undeclared type is an error.
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

    /// All declarations of this factory, without their decoding functions.
    package final var declared: DeclaredWords { declarations.withLock { DeclaredWords($0) } }

    /// Returns the `type` at the decoder's place, if there is one.
    open func typeNameIfPresent(from decoder: any Decoder) throws -> String? {
        try decoder.container(keyedBy: JSONKey.self).decodeIfPresent(String.self, forKey: "type")
    }

    /// Returns the `type` at the decoder's place.
    open func typeName(from decoder: any Decoder) throws -> String {
        try decoder.container(keyedBy: JSONKey.self).decode(String.self, forKey: "type")
    }

    /// Returns the offset with which a date is written.
    open func utcOffset(at instant: WallInstant) -> UTCOffset {
        offset ?? .local(at: instant)
    }

    /// Creates a decoder that uses this factory and the date format of results.
    open func createJSONDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.userInfo[.factory] = self
        decoder.dateDecodingStrategy = .custom { try DateText.decode(from: $0) }
        return decoder
    }

    /// Creates an encoder with the date format of results, sorted keys, and one key a line.
    ///
    /// The order of the keys is fixed, so encoding a value again gives the same bytes. Slashes are not escaped.
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
    /// The key under which a decoder's `userInfo` holds its factory.
    public static let factory: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "org.footfall.factory") else {
            preconditionFailure("The standard library refuses a plain name for a key.")
        }
        return key
    }()
}

extension Decoder {
    /// The factory of this decoder, which also decodes nested values.
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
