// What decides how a task file is read, besides its bytes.

/// The environment of a factory: the kind of device, the resource folders, and how the participant writes.
public struct FactorySurroundings: Sendable {
    /// The kind of device, whose overrides in task files apply.
    public var deviceType: RSDDeviceType
    /// Finds the resources that a task file names.
    public var resources: RSDResourceLocator
    /// How the participant writes numbers, measures and dates.
    public var answerLocale: AnswerLocale

    /// Creates surroundings; by default a computer without resources, whose user writes plain digits and metric
    /// measures.
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
