// Carries out `footfall replay`: records a session again without changes.

internal import SessionRuns
internal import StandardRecorders

extension ReplayCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let plan = try await SessionRepetition(
            session: session,
            placements: placements,
            speed: speed,
            output: output,
            kinds: StandardKinds.all
        ).plan(surroundings.stopRequests)
        return try await plan.carryOut(in: surroundings, report)
    }
}
