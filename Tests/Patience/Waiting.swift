// Waiting for what other tasks do. A test that waits for what never comes is to fail, not to hang.

package import Testing

/// Lets other tasks go on until something has happened; ends the test if it does not.
///
/// What waits for other tasks alone comes within a few turns. What waits for a disk, a thread or a child takes longer:
/// then this sleeps between its turns, for whoever turns without end takes a processor from all others. It gives up
/// after five minutes and as many turns as no task needs: on a machine that has other work, minutes alone say
/// nothing.
@MainActor
package func until(
    _ what: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () -> Bool
) async throws {
    var turns = 0
    var hasHappened = condition()
    let begun = ContinuousClock.now
    while !hasHappened, turns < 5_000 || begun.duration(to: .now) < .seconds(300) {
        if turns < 1_000 {
            await Task.yield()
        } else {
            try await Task.sleep(for: .milliseconds(1))
        }
        turns += 1
        hasHappened = condition()
    }
    try #require(hasHappened, "this did not happen: \(what)", sourceLocation: sourceLocation)
}

extension Trait where Self == TimeLimitTrait {
    /// Ends a test that hangs, where nothing else would.
    ///
    /// It is no measure of anything: a test's time counts from when it begins beside many others, on a
    /// machine that may have other work.
    package static var mayNotHang: Self { .timeLimit(.minutes(10)) }
}
