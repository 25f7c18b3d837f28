// How a command waits until crashed sessions are closed. A signal may end the program meanwhile without loss.

internal import SessionRuns

extension CrashedSessionClosing {
    /// Waits until the crashed sessions are closed, and reports each; a signal ends the program without waiting.
    ///
    /// - Parameters:
    ///   - surroundings: The surroundings of the run, which has been reported completely.
    ///   - status: The exit status of the run.
    func finish(in surroundings: Surroundings, _ status: ExitStatus) async {
        let told = await surroundings.stopRequests.whileNothingIsKept(
            farewell,
            endingWith: status
        ) { await finish() }
        for line in told { surroundings.console.complain(line) }
    }
}
