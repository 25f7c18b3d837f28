// What a task file says about a recorder of the sound level, which can also keep the sound itself.

/// The configuration of a recorder of the sound level.
public struct MicrophoneRecorderConfiguration: RSDFileRecorderConfiguration, Hashable {
    public var settings: RSDRecorderSettings
    /// The sound card to record from; `nil` for the machine's default one.
    public var device: String?
    // `nil` unless given explicitly: defaults are not written to files.
    private var givenAudioFile: Bool?

    public init(identifier: String) {
        settings = RSDRecorderSettings(identifier: identifier)
    }

    public var asyncActionType: RSDAsyncActionType { .microphone }

    public var shouldDeletePrevious: Bool {
        get { settings.shouldDeletePrevious(usually: false) }
        set { settings.shouldDeletePrevious = newValue }
    }

    /// Whether the recorder keeps the sound itself, and not only its level.
    public var saveAudioFile: Bool {
        get { givenAudioFile ?? false }
        set { givenAudioFile = newValue }
    }
}

extension MicrophoneRecorderConfiguration {
    /// The notice that the participant sees while the microphone records; a replay does not show it.
    public var notice: String { saveAudioFile ? "sound" : "loudness" }
}

extension MicrophoneRecorderConfiguration: Codable {
    private enum CodingKeys: String, CodingKey {
        case type, device, saveAudioFile
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        settings = try RSDRecorderSettings(from: decoder)
        device = try values.decodeIfPresent(String.self, forKey: .device)
        givenAudioFile = try values.decodeIfPresent(Bool.self, forKey: .saveAudioFile)
    }

    public func encode(to encoder: any Encoder) throws {
        try settings.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(asyncActionType, forKey: .type)
        try values.encodeIfPresent(device, forKey: .device)
        try values.encodeIfPresent(givenAudioFile, forKey: .saveAudioFile)
    }
}

extension RSDDeclaration<any RSDAsyncActionConfiguration> {
    /// The sound level, and optionally the sound itself.
    public static var microphone: Self {
        Self(
            .microphone,
            MicrophoneRecorderConfiguration.self,
            "Records the sound level ten times a second, and the sound itself if 'saveAudioFile' is true.",
            keys: RSDKey.recorder(deletesPreviousUsually: false) + RSDKey.recorderFile + [
                RSDKey(
                    "device",
                    .text,
                    "The sound card, such as 'hw:1,0'; the machine's default card for recording if not given."
                ),
                RSDKey(
                    "saveAudioFile",
                    .boolean,
                    "Whether the sound itself is also recorded, not only its level; false if not given."
                ),
            ],
            rule: RSDWords.namedDevice
        )
    }
}
