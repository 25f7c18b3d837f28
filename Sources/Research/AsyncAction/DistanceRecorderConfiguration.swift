// What a task file says about a recorder of the distance walked, in the keys of SageResearch and one of Footfall's own
// (`coordinates`).

/// The configuration of a recorder of the distance walked.
public struct DistanceRecorderConfiguration: RSDFileRecorderConfiguration, Hashable {
    public var settings: RSDRecorderSettings
    /// The step during which the participant walks; `nil` to count everything that is recorded.
    public var motionStepIdentifier: String?
    // `nil` unless given explicitly: defaults are not written to files.
    private var givenCoordinates: Bool?
    /// True if the totals of a recorded file are copied unchanged, as when a recording is replayed.
    package var repeatsTotals = false

    /// Whether the recorder keeps latitude and longitude, and not only the distance.
    public var coordinates: Bool {
        get { givenCoordinates ?? false }
        set { givenCoordinates = newValue }
    }

    public var asyncActionType: RSDAsyncActionType { .distance }

    /// Always true: participants walk with the screen off.
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
        givenCoordinates = try values.decodeIfPresent(Bool.self, forKey: .coordinates)
    }

    public func encode(to encoder: any Encoder) throws {
        try settings.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(asyncActionType, forKey: .type)
        try values.encodeIfPresent(motionStepIdentifier, forKey: .motionStepIdentifier)
        try values.encodeIfPresent(givenCoordinates, forKey: .coordinates)
    }
}

extension RSDDeclaration<any RSDAsyncActionConfiguration> {
    /// The distance walked.
    public static var distance: Self {
        Self(
            .distance,
            DistanceRecorderConfiguration.self,
            "Records the distance walked, by a satellite receiver; the position only if 'coordinates' is true.",
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
                        "Whether latitude and longitude are also recorded; false if not given."
                    ),
                ]
        )
    }
}
