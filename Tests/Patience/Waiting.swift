// Waiting for what other tasks do. A test that waits for what never comes is to fail, not to hang.

package import Testing

/// Lets other tasks go on until something has happened; ends the test if it does not.
///
/// The turns are counted, not timed: no task here takes nearly as many, also where it waits for a disk. Where the
/// condition itself takes long, so many would take hours: after some minutes a few thousand are enough.
@MainActor
package func until(
    _ what: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () -> Bool
) async throws {
    var turns = 0
    var hasHappened = condition()
    let begun = ContinuousClock.now
    while !hasHappened, turns < 10_000_000 {
        if turns > 20_000, turns.isMultiple(of: 1_000), begun.duration(to: .now) > .seconds(240) {
            break
        }
        await Task.yield()
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
