// Which foot it was. The pelvis turns to the left while the right leg goes forward, about the vertical,
// whatever the mounting; one step is easily misread, but feet alternate, so all steps vote for one another.

/// Tells left from right by how the heading changes from contact to contact.
struct SideVote: Sendable {
    /// Steps that are further apart do not alternate for sure.
    static let longestStepInSeconds = 1.5
    /// How much an older vote weighs against the next.
    private static let memory = 0.85

    private var last: (seconds: Double, heading: Double)?
    private var lastTurn: Double?
    private var isOdd = false
    private var votes = 0.0

    /// The side of the next contact, given the heading there in radians, to the left positive.
    mutating func side(ofContactAt seconds: Double, heading: Double?) -> FootContact.Side? {
        defer { last = heading.map { (seconds, $0) } }
        guard let heading, let last, seconds - last.seconds <= Self.longestStepInSeconds else {
            (lastTurn, votes) = (nil, 0)
            return nil
        }
        isOdd.toggle()
        let turn = heading - last.heading
        defer { lastTurn = turn }
        // A walker who turns does so in every step: what differs from the step before is the pelvis.
        guard let lastTurn else { return nil }
        votes = Self.memory * votes + (isOdd ? turn - lastTurn : lastTurn - turn)
        return (votes > 0) == isOdd ? .right : .left
    }
}
