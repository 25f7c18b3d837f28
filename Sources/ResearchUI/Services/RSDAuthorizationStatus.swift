// What a participant, or who runs the machine, has allowed.

/// Whether something is allowed.
public enum RSDAuthorizationStatus: Sendable, Hashable, CaseIterable {
    /// It is allowed.
    case authorized
    /// Nobody has been asked.
    case notDetermined
    /// Somebody else has forbidden it.
    case restricted
    /// The participant has just refused it.
    case denied
    /// The participant refused it earlier, and is not asked again.
    case previouslyDenied

    /// Whether the task cannot have it.
    public var isDenied: Bool {
        switch self {
        case .authorized, .notDetermined: false
        case .restricted, .denied, .previouslyDenied: true
        }
    }
}
