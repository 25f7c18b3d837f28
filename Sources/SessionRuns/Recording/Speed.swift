// How fast a run lives whose samples are there already, or are computed.

/// How fast a source that is not a device tells its samples.
public enum Speed: Sendable, Equatable {
    /// So many seconds of samples in each second.
    case times(Double)
    /// As fast as the file can be written.
    case maximum
}
