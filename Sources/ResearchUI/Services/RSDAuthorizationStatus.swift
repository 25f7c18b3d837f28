// The state of a permission that the participant or the machine's administrator gives.

/// Whether something is permitted.
public enum RSDAuthorizationStatus: Sendable, Hashable, CaseIterable {
    /// It is permitted.
    case authorized
    /// The participant has not been asked.
    case notDetermined
    /// Someone other than the participant has forbidden it.
    case restricted
    /// The participant has just refused it.
    case denied
    /// The participant refused it earlier, and is not asked again.
    case previouslyDenied

    /// True if it is forbidden.
    public var isDenied: Bool {
        switch self {
        case .authorized, .notDetermined: false
        case .restricted, .denied, .previouslyDenied: true
        }
    }
}
