// The step that every step of the framework's own derives from. The body is the index of what a
// subclass can override; how it is done is in the extensions.

internal import FoundationEssentials

/// A step that is shown.
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
        get { toldFullInstructionsOnly ?? false }
        set { toldFullInstructionsOnly = newValue }
    }
    open var viewTheme: (any RSDViewThemeElement)?
    open var colorMapping: (any RSDColorMappingThemeElement)?
    open var imageTheme: (any RSDImageThemeElement)?
    open private(set) var nextStepIdentifier: String?
    public var beforeCohortRules: [any RSDCohortNavigationRule]?
    public var afterCohortRules: [any RSDCohortNavigationRule]?
    // What somebody has said; what nobody has is not written to files.
    private var toldFullInstructionsOnly: Bool?
    private var isTypeTold = true

    /// The type of steps of this class that are made without one.
    open class func defaultType() -> RSDStepType { .instruction }

    /// A step by its identifier, of the class's own type unless told otherwise.
    public required init(identifier: String, type: RSDStepType? = nil) {
        self.identifier = identifier
        stepType = type ?? Self.defaultType()
        super.init()
    }

    /// A step after which the task goes on at another one.
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

    /// Gives a copy the values of this step; a subclass adds its own.
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
        let toldType = try container.decodeIfPresent(String.self, forKey: "type")
            .map(RSDStepType.init)
        stepType = toldType ?? Self.defaultType()
        isTypeTold = toldType != nil
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

    /// Takes over what a decoder says; with a device type, what it says for that kind of device.
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
        copy.toldFullInstructionsOnly = toldFullInstructionsOnly
        copy.isTypeTold = isTypeTold
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
        // What was answered does not count for one who only wants to know: no search through history.
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
        // Version 4 of the field calls it so.
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
        if isTypeTold { try container.encode(stepType, forKey: "type") }
        try encodeHandler(to: &container)
        try container.encodeIfPresent(title, forKey: "title")
        try container.encodeIfPresent(text, forKey: "text")
        try container.encodeIfPresent(detail, forKey: "detail")
        try container.encodeIfPresent(footnote, forKey: "footnote")
        try container.encodeIfPresent(standardPermissions, forKey: "permissions")
        try container.encodeIfPresent(
            toldFullInstructionsOnly,
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
