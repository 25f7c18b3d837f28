extension RepairCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        throw CommandFailure("not possible yet")
    }
}
