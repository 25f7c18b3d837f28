// A task file can have overrides for a kind of device, under the name of that kind. This machine is one such kind.

/// A kind of device for which a task file can have overrides.
public struct RSDDeviceType: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A computer, which is the default for a Linux machine.
    public static let computer: RSDDeviceType = "computer"
    /// A telephone.
    public static let phone: RSDDeviceType = "phone"
    /// A tablet.
    public static let tablet: RSDDeviceType = "tablet"
    /// A television.
    public static let tv: RSDDeviceType = "tv"
    /// A watch.
    public static let watch: RSDDeviceType = "watch"

    /// The kinds of device that task files of SageResearch have overrides for.
    static let known: [RSDDeviceType] = [.computer, .phone, .tablet, .tv, .watch]
}
