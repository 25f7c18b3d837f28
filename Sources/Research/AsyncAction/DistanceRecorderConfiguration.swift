// What a task file says about a recorder of the way that is walked, in the field's keys and one of ours.

/// The configuration of a recorder of the distance that is walked.
public struct DistanceRecorderConfiguration: RSDFileRecorderConfiguration, Hashable {
    public var settings: RSDRecorderSettings
    /// The step during which the participant walks; without it, all that is recorded counts.
    public var motionStepIdentifier: String?
    // What nobody has said is not written to files.
    private var toldCoordinates: Bool?
    /// Whether the totals of a recorded file stand as they are, as they do where it is recorded again.
    package var repeatsTotals = false

    /// Whether latitude and longitude are kept, and not only how far one walks.
    public var coordinates: Bool {
        get { toldCoordinates ?? false }
        set { toldCoordinates = newValue }
    }

    public var asyncActionType: RSDAsyncActionType { .distance }

    /// Always: one walks with the screen off.
    public var requiresBackgroundAudio: Bool { true }

    public init(identifier: String, motionStepIdentifier: String?) {
        settings = RSDRecorderSettings(identifier: identifier)
        self.motionStepIdentifier = motionStepIdentifier
    }
}

extension DistanceRecorderConfiguration: Codable {
    private enum CodingKeys: String, CodingKey {
        case type, motionStepIdentifier, coordinates
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        settings = try RSDRecorderSettings(from: decoder)
        motionStepIdentifier = try values.decodeIfPresent(
            String.self,
            forKey: .motionStepIdentifier
        )
        toldCoordinates = try values.decodeIfPresent(Bool.self, forKey: .coordinates)
    }

    public func encode(to encoder: any Encoder) throws {
        try settings.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(asyncActionType, forKey: .type)
        try values.encodeIfPresent(motionStepIdentifier, forKey: .motionStepIdentifier)
        try values.encodeIfPresent(toldCoordinates, forKey: .coordinates)
    }
}

extension RSDDeclaration<any RSDAsyncActionConfiguration> {
    /// The distance walked.
    public static var distance: Self {
        Self(
            .distance,
            DistanceRecorderConfiguration.self,
            "Records how far one walks, by a satellite receiver; where one is only if that is asked for.",
            keys: RSDKey.asyncAction + [.shouldDeletePrevious(usually: true)]
                + RSDKey.recorderFile + [
                    RSDKey(
                        "motionStepIdentifier",
                        .awaitedStep,
                        "The step during which the participant walks; the whole recording if not given."
                    ),
                    RSDKey(
                        "coordinates",
                        .boolean,
                        "Whether latitude and longitude are kept, too; false if not given."
                    ),
                ]
        )
    }
}
