// Work that one thread does is measured by the processor time of the whole program, here and in
// the peers: what one core spent on it, whoever else used the machine meanwhile.

import Foundation

/// Nanoseconds of processor time that a piece of work took.
func processorTimeTaken(_ work: () throws -> Void) rethrows -> Int64 {
    let start = processorTime()
    try work()
    return processorTime() - start
}

/// Nanoseconds of processor time that the program has taken so far.
func processorTime() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
