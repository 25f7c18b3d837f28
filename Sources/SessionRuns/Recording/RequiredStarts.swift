// Decides whether a recording begins although one of its recorders did not start. At a terminal it does not: a person
// is there, and can mend the sensor. A station records by itself, perhaps for days, and loses less without that sensor;
// but only where the names of the others stay, so that none of them is taken for the missing one.

/// Which of its recorders have to start before a recording begins.
package enum RequiredStarts: Sendable, Hashable, CaseIterable {
    /// Every recorder: if one does not start, none records.
    case all
    /// At least one: the recording begins without those that failed to start, and reports each of them.
    case one

    /// Why a recorder did not start.
    enum Cause: Sendable, Hashable, CaseIterable {
        /// It failed: for example, its sensor is missing, or may not be read.
        case failure
        /// The request is at fault, and would be at every try: for example, it names one sensor twice.
        case request
        /// Somebody asked for the end meanwhile.
        case stop
    }

    /// Decides whether the other recorders go on without one that did not start.
    ///
    /// - Parameters:
    ///   - cause: Why it did not start.
    ///   - others: How many other recorders have started, or may still start.
    /// - Returns: Whether they go on; if not, the recording does not begin.
    func goOn(without cause: Cause, others: Int) -> Bool {
        switch (self, cause) {
        case (.one, .failure): others > 0
        case (.one, .request), (.one, .stop): false
        case (.all, .failure), (.all, .request), (.all, .stop): false
        }
    }
}

/// The failure of a recorder that did not start, in a recording that began without it.
///
/// The recorder has no file whose name would show which sensor is missing, so the message names the recorder.
struct RecorderStartFailure: Error, CustomStringConvertible {
    /// The identifier of the recorder.
    let recorder: String
    /// Why it did not start.
    let cause: any Error

    var description: String { "\(recorder): did not start: \(cause)" }
}
