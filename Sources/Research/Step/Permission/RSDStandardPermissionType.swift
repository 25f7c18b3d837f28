// The words by which task files name permissions.

/// The type of a permission.
public struct RSDStandardPermissionType: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// To take pictures.
    public static let camera: RSDStandardPermissionType = "camera"
    /// To know the location, always.
    public static let location: RSDStandardPermissionType = "location"
    /// To know the location while the task runs.
    public static let locationWhenInUse: RSDStandardPermissionType = "locationWhenInUse"
    /// To use the microphone.
    public static let microphone: RSDStandardPermissionType = "microphone"
    /// To record motion.
    public static let motion: RSDStandardPermissionType = "motion"
    /// To read the photo library.
    public static let photoLibrary: RSDStandardPermissionType = "photoLibrary"

    /// The permissions that task files of SageResearch request.
    static let known: [RSDStandardPermissionType] = [
        .camera, .location, .locationWhenInUse, .microphone, .motion, .photoLibrary,
    ]
}
