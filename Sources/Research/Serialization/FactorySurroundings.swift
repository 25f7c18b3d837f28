// What a task file is read with, besides its bytes.

/// What surrounds a factory: the kind of device, where resources are, and how the participant
/// writes.
public struct FactorySurroundings: Sendable {
    /// The kind of device whose overrides hold.
    public var deviceType: RSDDeviceType
    /// Where the resources are that a task file names.
    public var resources: RSDResourceLocator
    /// How the participant writes numbers, measures and dates.
    public var answerLocale: AnswerLocale

    /// The surroundings of a computer without resources, whose user writes plain digits and metric
    /// measures, unless told otherwise.
    public init(
        deviceType: RSDDeviceType = .computer,
        resources: RSDResourceLocator = RSDResourceLocator(folders: []),
        answerLocale: AnswerLocale = AnswerLocale()
    ) {
        self.deviceType = deviceType
        self.resources = resources
        self.answerLocale = answerLocale
    }
}
