// What a task file says about a recorder of the way that is walked. No module here records it; the
// field's files ask for it, and a host that can finds what they say.

/// The configuration of a recorder of the distance that is walked, and where.
public struct DistanceRecorderConfiguration: RSDJSONRecorderConfiguration, Codable, Hashable {
    public var identifier: String
    public let asyncActionType: RSDAsyncActionType
    public var startStepIdentifier: String?
    public var stopStepIdentifier: String?
    /// The step during which the participant walks; later files may leave it out.
    public var motionStepIdentifier: String?
    // What nobody has said is not written to files.
    private var toldCSVEncoding: Bool?

    public var usesCSVEncoding: Bool {
        get { toldCSVEncoding ?? false }
        set { toldCSVEncoding = newValue }
    }

    /// Always: one walks with the screen off.
    public var requiresBackgroundAudio: Bool { true }

    public init(identifier: String, motionStepIdentifier: String?) {
        self.identifier = identifier
        asyncActionType = .distance
        self.motionStepIdentifier = motionStepIdentifier
    }

    private enum CodingKeys: String, CodingKey {
        case identifier, startStepIdentifier, stopStepIdentifier, motionStepIdentifier
        case asyncActionType = "type"
        case toldCSVEncoding = "usesCSVEncoding"
    }
}

extension RSDDeclaration<any RSDAsyncActionConfiguration> {
    /// The distance walked, and where.
    public static var distance: Self {
        Self(
            .distance,
            DistanceRecorderConfiguration.self,
            "Records how far one walks, and where; only a host that brings a recorder can.",
            keys: RSDKey.asyncAction + [
                RSDKey(
                    "motionStepIdentifier",
                    .awaitedStep,
                    "The step during which the participant walks; the whole recording if not given."
                ),
                RSDKey(
                    "usesCSVEncoding",
                    .boolean,
                    "Whether the file is CSV in place of JSON; false if not given."
                ),
            ]
        )
    }
}
