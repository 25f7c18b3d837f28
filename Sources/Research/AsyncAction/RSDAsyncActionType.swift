// The `type` words by which a task file requests async actions.

/// The type of an async action; an app can extend it with its own types.
public struct RSDAsyncActionType: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Accelerometer, gyroscope, magnetometer and what is derived from them.
    public static let motion: RSDAsyncActionType = "motion"
    /// The distance walked and, if the file asks for them, the positions.
    public static let distance: RSDAsyncActionType = "distance"
    /// The sound level.
    public static let microphone: RSDAsyncActionType = "microphone"
    /// The weather where the participant is.
    public static let weather: RSDAsyncActionType = "weather"
}
