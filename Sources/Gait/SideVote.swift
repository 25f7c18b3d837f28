// Determines which foot touched the ground. When the right foot touches, the low back is rotating to the left about the
// vertical, whatever the mounting (McCamley and others 2012). A single step is easily misread, but feet alternate, so
// all steps contribute to one vote.

/// Distinguishes left from right by the change of heading around each contact.
struct SideVote: Sendable {
    /// Steps further apart may not alternate.
    static let longestStepInSeconds = 1.5
    /// The weight of the earlier votes relative to the next one.
    private static let memory = 0.85
    /// The range around a contact over which the heading is compared, as shares of the previous step.
    private static let window = -0.3...0.1

    private var last: (seconds: Double, rate: Double?)?
    private var isOdd = false
    private var votes = 0.0

    /// Determines the side of the next contact.
    ///
    /// - Parameters:
    ///   - contact: The contact, whose side is not set yet.
    ///   - heading: Returns the heading at a time in radians, positive to the left, if known.
    /// - Returns: The side by the votes so far, after at least three contacts.
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
        // While the person turns, every step has that rotation; only the difference from the previous step comes from
        // the pelvis.
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

    /// Sets the sides of consecutive contacts by the vote of all of them.
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
