// How a command waits for the closing of runs that died: a signal ends the program, and nothing is lost.

internal import SessionRuns

extension DeadRunClosing {
    /// Waits for its end, and tells what became of each; who does not want to wait ends the program.
    ///
    /// - Parameters:
    ///   - surroundings: of the run, all of which is told by now.
    ///   - status: how the run has ended.
    func finish(in surroundings: Surroundings, _ status: ExitStatus) async {
        let told = await surroundings.stopRequests.whileNothingIsKept(
            farewell,
            endingWith: status
        ) { await finish() }
        for line in told { surroundings.console.complain(line) }
    }
}
