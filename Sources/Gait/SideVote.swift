// Tells which foot came down. While the right foot comes down the low back turns to the left, about the vertical,
// whatever the mounting (McCamley and others 2012); one step is easily misread, but feet alternate, so all
// steps vote for one another.

/// Tells left from right by how the heading changes about each contact.
struct SideVote: Sendable {
    /// Steps that are further apart do not alternate for sure.
    static let longestStepInSeconds = 1.5
    /// How much an older vote weighs against the next.
    private static let memory = 0.85
    /// From where to where about a contact the heading is compared, as shares of the step before.
    private static let window = -0.3...0.1

    private var last: (seconds: Double, rate: Double?)?
    private var isOdd = false
    private var votes = 0.0

    /// The side of the next contact.
    ///
    /// - Parameters:
    ///   - contact: When it was; its side is not known yet.
    ///   - heading: The heading at a time, in radians, to the left positive, where it is known.
    /// - Returns: The side for which the contacts so far vote, if there are three of them.
    mutating func side(
        of contact: FootContact,
        heading: (Double) -> Double?
    ) -> FootContact.Side? {
        let step = last.map { contact.seconds - $0.seconds } ?? .infinity
        guard step <= Self.longestStepInSeconds, !contact.followsLoss,
            let rate = Self.turning(about: contact.seconds, step: step, heading: heading)
        else {
            self = SideVote()
            last = (contact.seconds, nil)
            return nil
        }
        isOdd.toggle()
        defer { last = (contact.seconds, rate) }
        // A walker who turns does so in every step: what differs from the step before is the pelvis.
        guard let lastRate = last?.rate else { return nil }
        votes = Self.memory * votes + (isOdd ? rate - lastRate : lastRate - rate)
        return (votes > 0) == isOdd ? .right : .left
    }

    private static func turning(
        about seconds: Double,
        step: Double,
        heading: (Double) -> Double?
    ) -> Double? {
        guard let from = heading(seconds + window.lowerBound * step),
            let to = heading(seconds + window.upperBound * step)
        else { return nil }
        return (to - from) / step
    }

    /// Gives contacts that hang together the sides for which all of them vote, the last as much as the first.
    static func decide(_ contacts: inout [FootContact], heading: (Double) -> Double?) {
        var start = 0
        for index in 1...contacts.count {
            let isEnd =
                index == contacts.count || contacts[index].followsLoss
                || contacts[index].seconds - contacts[index - 1].seconds > longestStepInSeconds
            guard isEnd else { continue }
            decide(&contacts[start..<index], heading: heading)
            start = index
        }
    }

    private static func decide(
        _ contacts: inout ArraySlice<FootContact>,
        heading: (Double) -> Double?
    ) {
        let rates = zip(contacts, contacts.dropFirst()).map {
            turning(about: $1.seconds, step: $1.seconds - $0.seconds, heading: heading)
        }
        var votes = 0.0
        for (index, pair) in zip(rates, rates.dropFirst()).enumerated() {
            guard let before = pair.0, let rate = pair.1 else { continue }
            votes += index.isMultiple(of: 2) ? rate - before : before - rate
        }
        for (index, position) in contacts.indices.enumerated() {
            contacts[position].side =
                votes == 0 ? nil : index.isMultiple(of: 2) == (votes > 0) ? .right : .left
        }
    }
}
