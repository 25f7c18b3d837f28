enum FleetTable {
    static let lines: [Substring] = []
}
