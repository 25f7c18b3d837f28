// What a task file says about a recorder of how loud it is. No module here records it; the field's
// files ask for it, and a host that can finds what they say.

/// The configuration of a recorder of how loud it is.
public struct MicrophoneRecorderConfiguration: RSDRestartableRecorderConfiguration, Codable,
    Hashable
{
    public var identifier: String
    public let asyncActionType: RSDAsyncActionType
    public var startStepIdentifier: String?
    public var stopStepIdentifier: String?
    // What nobody has said is not written to files.
    private var toldBackgroundAudio: Bool?
    private var toldDeletePrevious: Bool?
    private var toldAudioFile: Bool?

    public var requiresBackgroundAudio: Bool {
        get { toldBackgroundAudio ?? false }
        set { toldBackgroundAudio = newValue }
    }

    public var shouldDeletePrevious: Bool {
        get { toldDeletePrevious ?? false }
        set { toldDeletePrevious = newValue }
    }

    /// Whether the sound itself is kept, and not only how loud it was.
    public var saveAudioFile: Bool {
        get { toldAudioFile ?? false }
        set { toldAudioFile = newValue }
    }

    public init(identifier: String) {
        self.identifier = identifier
        asyncActionType = .microphone
    }

    private enum CodingKeys: String, CodingKey {
        case identifier, startStepIdentifier, stopStepIdentifier
        case asyncActionType = "type"
        case toldBackgroundAudio = "requiresBackgroundAudio"
        case toldDeletePrevious = "shouldDeletePrevious"
        case toldAudioFile = "saveAudioFile"
    }
}

extension RSDDeclaration<any RSDAsyncActionConfiguration> {
    /// How loud it is.
    public static var microphone: Self {
        Self(
            .microphone,
            MicrophoneRecorderConfiguration.self,
            "Records how loud it is; only a host that brings a recorder can.",
            keys: RSDKey.recorder + [
                RSDKey(
                    "saveAudioFile",
                    .boolean,
                    "Whether the sound itself is kept, and not only how loud it was; false if not given."
                )
            ]
        )
    }
}
