// What the kernel reports about the clock, used if no other source reports more. The daemon that synchronises the
// clock sets these values, as well as it knows them.

package import SystemCalls

extension ClockSynchronization {
    /// What the kernel reports about the clock.
    ///
    /// - Parameters:
    ///   - told: The kernel's report.
    ///   - instant: When it was read.
    package init(_ told: ClockDiscipline, at instant: BootInstant) {
        self.init(source: Self.kernel, isSynchronized: told.isSynchronized, at: instant)
        frequencyPPM = -told.correctionPPM
        leap =
            switch (told.isSynchronized, told.leap) {
            case (false, _): "unsynchronized"
            case (true, 0): "normal"
            case (true, let leap): leap > 0 ? "insert" : "delete"
            }
        // Once nothing synchronises the clock, the older values do not apply any more.
        guard isSynchronized else { return }
        offsetNanoseconds = told.pendingNanoseconds.map { $0 == .min ? .max : -$0 }
        rootMeanSquareNanoseconds = told.estimatedErrorNanoseconds
        errorNanoseconds = told.greatestErrorNanoseconds
    }
}
