// Limits for tests that do not test limits.

package import WebServer

extension WebLimits {
    /// Time limits for tests that do not test these.
    ///
    /// A test waits for its turns among all others, so more than a minute may pass between two of its steps.
    package static var patient: WebLimits {
        var limits = WebLimits()
        limits.secondsToAsk = 600
        limits.secondsOfSilence = 600
        return limits
    }
}
