// Task files hold overrides for kinds of devices, under the kind's name. This machine is one of them.

/// A kind of device that a task file can have overrides for.
public struct RSDDeviceType: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A computer; what a Linux machine is unless its host says otherwise.
    public static let computer: RSDDeviceType = "computer"
    /// A telephone.
    public static let phone: RSDDeviceType = "phone"
    /// A tablet.
    public static let tablet: RSDDeviceType = "tablet"
    /// A television.
    public static let tv: RSDDeviceType = "tv"
    /// A watch.
    public static let watch: RSDDeviceType = "watch"

    /// The kinds that the field's files have overrides for.
    static let known: [RSDDeviceType] = [.computer, .phone, .tablet, .tv, .watch]
}
