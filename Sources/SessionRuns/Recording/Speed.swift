// The speed of a run with recorded or computed samples.

/// How fast a source that is not a device delivers its samples.
public enum Speed: Sendable, Equatable {
    /// This many seconds of samples in each real second.
    case times(Double)
    /// As fast as the file can be written.
    case maximum
}
