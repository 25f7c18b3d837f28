// The words by which task files ask for rights.

/// What a task may need to be allowed.
public struct RSDStandardPermissionType: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// To take pictures.
    public static let camera: RSDStandardPermissionType = "camera"
    /// To know the place, always.
    public static let location: RSDStandardPermissionType = "location"
    /// To know the place while the task runs.
    public static let locationWhenInUse: RSDStandardPermissionType = "locationWhenInUse"
    /// To hear.
    public static let microphone: RSDStandardPermissionType = "microphone"
    /// To record motion.
    public static let motion: RSDStandardPermissionType = "motion"
    /// To read pictures.
    public static let photoLibrary: RSDStandardPermissionType = "photoLibrary"

    /// The rights that the field's files ask for.
    static let known: [RSDStandardPermissionType] = [
        .camera, .location, .locationWhenInUse, .microphone, .motion, .photoLibrary,
    ]
}
