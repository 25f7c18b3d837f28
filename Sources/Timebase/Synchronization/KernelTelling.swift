// What the kernel says of the clock, where nobody says more: it is told by whoever holds the clock, as well as they
// know.

package import SystemCalls

extension ClockSynchronization {
    /// What the kernel says of the clock.
    ///
    /// - Parameters:
    ///   - told: What it says.
    ///   - instant: When.
    package init(_ told: ClockDiscipline, at instant: BootInstant) {
        self.init(source: Self.kernel, isSynchronized: told.isSynchronized, at: instant)
        frequencyPPM = -told.correctionPPM
        leap =
            switch (told.isSynchronized, told.leap) {
            case (false, _): "unsynchronized"
            case (true, 0): "normal"
            case (true, let leap): leap > 0 ? "insert" : "delete"
            }
        // What was told of a clock that nobody holds holds no more.
        guard isSynchronized else { return }
        offsetNanoseconds = told.pendingNanoseconds.map { $0 == .min ? .max : -$0 }
        rootMeanSquareNanoseconds = told.estimatedErrorNanoseconds
        errorNanoseconds = told.greatestErrorNanoseconds
    }
}
