// The base class of the built-in steps with a screen of their own. The class body lists what a subclass can override;
// longer implementations are in the extension.

internal import FoundationEssentials

/// A visible step.
open class RSDUIStepObject: RSDUIActionHandlerObject, RSDDesignableUIStep, RSDTableStep,
    RSDNavigationRule, RSDCohortNavigationStep, RSDCopyStep, RSDDecodableReplacement,
    RSDStandardPermissionsStep, RSDInstructionStep, Codable
{
    public let identifier: String
    public private(set) var stepType: RSDStepType
    open var title: String?
    open var text: String?
    open var detail: String?
    open var footnote: String?
    open var standardPermissions: [RSDStandardPermission]?
    open var fullInstructionsOnly: Bool {
        get { givenFullInstructionsOnly ?? false }
        set { givenFullInstructionsOnly = newValue }
    }
    open var viewTheme: (any RSDViewThemeElement)?
    open var colorMapping: (any RSDColorMappingThemeElement)?
    open var imageTheme: (any RSDImageThemeElement)?
    open private(set) var nextStepIdentifier: String?
    public var beforeCohortRules: [any RSDCohortNavigationRule]?
    public var afterCohortRules: [any RSDCohortNavigationRule]?
    // `nil` unless given explicitly: defaults are not written to files.
    private var givenFullInstructionsOnly: Bool?
    private var isTypeGiven = true

    /// The type of a step of this class if none is given.
    open class func defaultType() -> RSDStepType { .instruction }

    /// Creates a step; without a `type`, the step has the default type of its class.
    public required init(identifier: String, type: RSDStepType? = nil) {
        self.identifier = identifier
        stepType = type ?? Self.defaultType()
        super.init()
    }

    /// Creates a step that names the step after it.
    public init(identifier: String, nextStepIdentifier: String?, type: RSDStepType? = nil) {
        self.identifier = identifier
        self.nextStepIdentifier = nextStepIdentifier
        stepType = type ?? Self.defaultType()
        super.init()
    }

    // MARK: Copying

    public func copy(with identifier: String) -> Self {
        let copy = Self(identifier: identifier, type: stepType)
        copyInto(copy)
        return copy
    }

    public func copy(with identifier: String, decoder: (any Decoder)?) throws -> Self {
        let copy = copy(with: identifier)
        if let decoder { try copy.decode(from: decoder) }
        return copy
    }

    /// Gives a copy the values of this step; a subclass adds its own values.
    open func copyInto(_ copy: RSDUIStepObject) { copyValues(into: copy) }

    // MARK: Running

    open func instantiateStepResult() -> any RSDResult {
        RSDResultObject(identifier: identifier, startDate: Date(timeIntervalSince1970: 0))
    }

    open func validate() throws {}

    open func nextStepIdentifier(with result: (any RSDTaskResult)?, isPeeking: Bool) -> String? {
        directNextIdentifier(with: result, isPeeking: isPeeking)
    }

    @MainActor
    open func instantiateDataSource(
        with parent: (any RSDPathComponent)?,
        for supportedHints: Set<RSDFormUIHint>
    ) -> (any RSDTableDataSource)? {
        nil
    }

    // MARK: Decoding

    public required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONKey.self)
        identifier = try container.decode(String.self, forKey: "identifier")
        let givenType = try container.decodeIfPresent(String.self, forKey: "type")
            .map(RSDStepType.init)
        stepType = givenType ?? Self.defaultType()
        isTypeGiven = givenType != nil
        super.init()
        try decode(from: decoder)
    }

    public final func decode(from decoder: any Decoder) throws {
        try decode(from: decoder, for: nil)
        let container = try decoder.container(keyedBy: JSONKey.self)
        let deviceType = try decoder.factory.surroundings.deviceType
        let key = JSONKey(deviceType.rawValue)
        guard container.contains(key) else { return }
        try decode(from: container.superDecoder(forKey: key), for: deviceType)
    }

    /// Replaces values by those of a decoder.
    ///
    /// With a `deviceType`, the decoder has the overrides for that kind of device.
    open func decode(from decoder: any Decoder, for deviceType: RSDDeviceType?) throws {
        try decodeValues(from: decoder.container(keyedBy: JSONKey.self), for: deviceType)
    }

    open func encode(to encoder: any Encoder) throws {
        try encodeValues(to: encoder)
    }
}

extension RSDUIStepObject {
    private func copyValues(into copy: RSDUIStepObject) {
        copyHandler(into: copy)
        copy.title = title
        copy.text = text
        copy.detail = detail
        copy.footnote = footnote
        copy.standardPermissions = standardPermissions
        copy.givenFullInstructionsOnly = givenFullInstructionsOnly
        copy.isTypeGiven = isTypeGiven
        copy.viewTheme = viewTheme
        copy.colorMapping = colorMapping
        copy.imageTheme = imageTheme
        copy.nextStepIdentifier = nextStepIdentifier
        copy.beforeCohortRules = beforeCohortRules
        copy.afterCohortRules = afterCohortRules
    }

    private func directNextIdentifier(
        with result: (any RSDTaskResult)?,
        isPeeking: Bool
    ) -> String? {
        // While peeking, the results are ignored, because searching the history for them would take too long.
        guard !isPeeking else { return nextStepIdentifier }
        let own = result?.findResult(for: identifier) as? any RSDNavigationResult
        return own?.skipToIdentifier ?? nextStepIdentifier
    }

    private func decodeValues(
        from container: KeyedDecodingContainer<JSONKey>,
        for deviceType: RSDDeviceType?
    ) throws {
        func replace<Value: Decodable>(_ value: inout Value?, _ key: JSONKey) throws {
            value = try container.value(of: key) ?? value
        }
        if container.contains("colorTheme") {
            throw RSDTaskFileError(
                "'colorTheme' is no key of a step any more",
                at: JSONPath(container.codingPath).appending("colorTheme"),
                remedy: "write a 'colorMapping'"
            )
        }
        if deviceType == nil { try decodeHandler(from: container) }
        try replace(&title, "title")
        // SageResearch version 4 calls this key `subtitle`.
        try replace(&text, container.contains("text") ? "text" : "subtitle")
        try replace(&detail, "detail")
        try replace(&footnote, "footnote")
        try replace(&standardPermissions, "permissions")
        let full: Bool? = try container.value(of: "fullInstructionsOnly")
        if let full { fullInstructionsOnly = full }
        try replace(&nextStepIdentifier, "nextStepIdentifier")
        if container.contains("viewTheme") {
            let nested = try container.superDecoder(forKey: "viewTheme")
            viewTheme = try nested.factory.decodeViewThemeElement(from: nested)
        }
        if container.contains("colorMapping") {
            let nested = try container.superDecoder(forKey: "colorMapping")
            colorMapping = try nested.factory.decodeColorMappingThemeElement(from: nested)
        }
        if container.contains("image") {
            imageTheme = try container.decode(CodedImageTheme.self, forKey: "image").value
        }
        if container.contains("beforeCohortRules") {
            beforeCohortRules = try CohortRules.decode(container, "beforeCohortRules")
        }
        if container.contains("afterCohortRules") {
            afterCohortRules = try CohortRules.decode(container, "afterCohortRules")
        }
    }

    private func encodeValues(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONKey.self)
        try container.encode(identifier, forKey: "identifier")
        if isTypeGiven { try container.encode(stepType, forKey: "type") }
        try encodeHandler(to: &container)
        try container.encodeIfPresent(title, forKey: "title")
        try container.encodeIfPresent(text, forKey: "text")
        try container.encodeIfPresent(detail, forKey: "detail")
        try container.encodeIfPresent(footnote, forKey: "footnote")
        try container.encodeIfPresent(standardPermissions, forKey: "permissions")
        try container.encodeIfPresent(
            givenFullInstructionsOnly,
            forKey: "fullInstructionsOnly"
        )
        try container.encodeIfPresent(nextStepIdentifier, forKey: "nextStepIdentifier")
        if let viewTheme {
            try encodeAny(viewTheme, to: container.superEncoder(forKey: "viewTheme"))
        }
        if let colorMapping {
            try encodeAny(colorMapping, to: container.superEncoder(forKey: "colorMapping"))
        }
        if let imageTheme {
            try container.encode(CodedImageTheme(imageTheme), forKey: "image")
        }
        try CohortRules.encode(beforeCohortRules, into: &container, "beforeCohortRules")
        try CohortRules.encode(afterCohortRules, into: &container, "afterCohortRules")
    }
}
