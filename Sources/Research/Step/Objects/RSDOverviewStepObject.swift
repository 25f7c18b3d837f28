// The first step of a task: what it is, what it takes, and which rights it needs.

/// The step that tells what the task is.
open class RSDOverviewStepObject: RSDActiveUIStepObject {
    /// Pictures of what the participant needs.
    open var icons: [RSDIconInfo]?

    open override class func defaultType() -> RSDStepType { .overview }

    open override func copyInto(_ copy: RSDUIStepObject) {
        super.copyInto(copy)
        (copy as? RSDOverviewStepObject)?.icons = icons
    }

    open override func decode(
        from decoder: any Decoder,
        for deviceType: RSDDeviceType?
    ) throws {
        try super.decode(from: decoder, for: deviceType)
        let container = try decoder.container(keyedBy: JSONKey.self)
        icons = try container.decodeIfPresent([RSDIconInfo].self, forKey: "icons") ?? icons
    }

    open override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: JSONKey.self)
        try container.encodeIfPresent(icons, forKey: "icons")
    }
}

/// A picture of what the participant needs, with its words.
public struct RSDIconInfo: Codable, Sendable, Hashable {
    public var icon: String
    public var title: String?
    public var subtitle: String?

    public init(icon: String, title: String? = nil, subtitle: String? = nil) {
        self.icon = icon
        self.title = title
        self.subtitle = subtitle
    }
}
