// `ManualTimekeeper` under the name that test authors look for.

public import Timebase

/// A clock that stands still until the test moves it.
public typealias ManualClock = ManualTimekeeper
