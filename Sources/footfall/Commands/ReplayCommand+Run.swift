// What `footfall replay` does: the session runs through the recorder again as it stands.

extension ReplayCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let plan = try SessionPlan(
            session: session,
            placements: placements,
            speed: speed,
            output: output
        ).plan(surroundings.stopRequests)
        return try await plan.carryOut(in: surroundings, report)
    }
}
