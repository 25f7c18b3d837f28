// Limits for tests that are of something else.

package import WebServer

extension WebLimits {
    /// Limits of time for tests that are of something else: between two steps of a test, which waits for its turns
    /// among all others, a minute may pass.
    package static var patient: WebLimits {
        var limits = WebLimits()
        limits.secondsToAsk = 600
        limits.secondsOfSilence = 600
        return limits
    }
}
