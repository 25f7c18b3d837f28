// The first step of a task: what the task is, what it requires, and which permissions it needs.

/// The step that describes the task.
open class RSDOverviewStepObject: RSDActiveUIStepObject {
    /// Icons of the things that the participant needs.
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

/// An icon of something that the participant needs, with a caption.
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

extension RSDDeclaration<any RSDStep> {
    /// The step that describes the task.
    public static var overview: Self {
        Self(
            .overview,
            RSDOverviewStepObject.self,
            "The first step of a task: what the task is, what it takes to do it, and which permissions it needs.",
            keys: RSDKey.activeStep + [
                RSDKey(
                    "icons",
                    .list(.object(.icon)),
                    "Pictures of what the participant needs, in the order in which they are shown."
                )
            ],
            rule: RSDActiveUIStepObject.durationRule
        )
    }
}

extension RSDWords {
    /// An icon of something that the participant needs.
    static let icon = RSDWords(
        "icon",
        [
            RSDKey(
                "icon",
                .text,
                isRequired: true,
                "The name by which the host finds the picture."
            ),
            RSDKey("title", .text, "What the picture shows, in a word or two."),
            RSDKey("subtitle", .text, "More about it, below the title."),
        ]
    )
}
