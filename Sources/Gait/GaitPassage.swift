// Processes a passage, that is, samples without a long hole: from the grid through the contact finder to sides and
// bouts.

/// Finds the events in one passage of samples.
struct GaitPassage: Sendable {
    /// Data about a point that is needed again when a contact is found there.
    private struct Past: Sendable {
        var heading: Double?
        var lostSeconds = 0.0
        var lostPoints = 0
    }

    /// How many points are stored: more than the delay after which a contact can be reported.
    private static let capacity = 256

    private var grid: EvenGrid
    private var finder: ContactFinder
    private var sides = SideVote()
    private var turns = TurnFinder()
    private var bouts = BoutKeeper()
    private var past = [Past](repeating: Past(), count: capacity)
    private var newest = Past(heading: 0)
    private var lastVertical = 0.0
    private var lostPointsAtContact = 0
    private var lostSecondsAtContact = 0.0
    private var pointsUnsure = 0

    /// An empty passage; follows the step period itself if `period` is `nil`.
    init(sampleRateInHertz rate: Double, periodInSeconds period: Double? = nil) {
        grid = EvenGrid(sampleRateInHertz: rate)
        finder = ContactFinder(periodInSeconds: period)
    }

    /// The time of the last sample.
    var lastSeconds: Double? { grid.lastSeconds }

    mutating func update(_ sample: LevelSample, tell: (GaitStream.Event) -> Void) {
        grid.add(sample)
        while let point = grid.next() {
            // After a gap in the rotation the heading may restart anywhere: only differences matter.
            newest.heading = point.turning.map {
                (newest.heading ?? 0) + $0 / EvenGrid.rateInHertz
            }
            newest.lostSeconds = point.lostSeconds
            if point.isLost { newest.lostPoints += 1 }
            past[(grid.count - 1) % Self.capacity] = newest
            lastVertical = point.vertical
            if let found = finder.update(point.vertical) { take(found, tell: tell) }
            let turn = turns.update(
                point.turning ?? 0,
                stridePoints: 2 * finder.periodInPoints
            )
            if let turn { take(turn, tell: tell) }
            bouts.pass(to: grid.seconds(ofPoint: Double(grid.count)), tell: tell)
        }
    }

    /// Ends the passage by extending it with the last value.
    mutating func finish(points: Int, tell: (GaitStream.Event) -> Void) {
        // The end may have cut off a rise, whose height is then unknown: ignore contacts in the last half step.
        pointsUnsure = Int(finder.periodInPoints / 2)
        for _ in 0..<points {
            if let found = finder.update(lastVertical) { take(found, tell: tell) }
        }
        // A turn is reported one stride after its end.
        for _ in 0..<2 * points {
            let turn = turns.update(0, stridePoints: 2 * finder.periodInPoints)
            if let turn { take(turn, tell: tell) }
        }
        bouts.end(tell: tell)
    }

    private func take(_ turn: TurnFinder.Found, tell: (GaitStream.Event) -> Void) {
        tell(
            .turned(
                BodyTurn(
                    start: grid.seconds(ofPoint: Double(turn.start)),
                    end: grid.seconds(ofPoint: Double(turn.end)),
                    angle: turn.angle,
                    peakRate: turn.peakRate
                )
            )
        )
    }

    private mutating func take(_ found: ContactFinder.Found, tell: (GaitStream.Event) -> Void) {
        let index = Int(found.point.rounded())
        guard index > 0, index < grid.count - pointsUnsure else { return }
        let here = past[index % Self.capacity]
        let isInHole = here.lostPoints > past[(index - 1) % Self.capacity].lostPoints
        guard !isInHole else { return }
        var contact = FootContact(
            seconds: grid.seconds(ofPoint: found.point),
            side: nil,
            rise: found.rise,
            followsLoss: here.lostPoints > lostPointsAtContact,
            lostSeconds: max(0, here.lostSeconds - lostSecondsAtContact)
        )
        contact.side = sides.side(of: contact) { seconds in
            let point = min(max(grid.point(atSeconds: seconds), 0), grid.count - 1)
            return past[point % Self.capacity].heading
        }
        lostPointsAtContact = here.lostPoints
        lostSecondsAtContact = here.lostSeconds
        bouts.endIfPaused(before: contact, tell: tell)
        tell(.contact(contact))
        bouts.take(contact, lostSeconds: here.lostSeconds, tell: tell)
    }
}
