// The word by which a task file asks for a recorder.

/// The type of an async action; extend it with the types of your own.
public struct RSDAsyncActionType: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Accelerometer, gyroscope, magnetometer and what is derived from them.
    public static let motion: RSDAsyncActionType = "motion"
    /// The distance walked, and where.
    public static let distance: RSDAsyncActionType = "distance"
    /// How loud it is.
    public static let microphone: RSDAsyncActionType = "microphone"
    /// The weather where the participant is.
    public static let weather: RSDAsyncActionType = "weather"
}
