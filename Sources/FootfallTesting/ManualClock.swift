// Time for tests, under the name that tests look for.

public import Timebase

/// Time that stands still until it is moved.
public typealias ManualClock = ManualTimekeeper
