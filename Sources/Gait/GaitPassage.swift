// Samples without a long hole among them: from the grid by the finder to sides and bouts.

/// What happens in samples that hang together.
struct GaitPassage: Sendable {
    /// What is asked of a point again when a contact is found there.
    private struct Past: Sendable {
        var heading: Double?
        var lostSeconds = 0.0
        var lostPoints = 0
    }

    /// More points than a contact is found behind.
    private static let capacity = 256

    /// A rise right at the end may go on to be any.
    private static let pointsUnsureAtEnd = 10

    private var grid: EvenGrid
    private var finder = ContactFinder()
    private var sides = SideVote()
    private var bouts = BoutKeeper()
    private var past = [Past](repeating: Past(), count: capacity)
    private var newest = Past(heading: 0)
    private var lastVertical = 0.0
    private var lostPointsAtContact = 0
    private var pointsUnsure = 0

    init(sampleRateInHertz rate: Double) {
        grid = EvenGrid(sampleRateInHertz: rate)
    }

    /// When the last sample was.
    var lastSeconds: Double? { grid.lastSeconds }

    mutating func update(_ sample: LevelSample, tell: (GaitStream.Event) -> Void) {
        grid.add(sample)
        while let point = grid.next() {
            newest.heading = newest.heading.flatMap { heading in
                point.turning.map { heading + $0 / EvenGrid.rateInHertz }
            }
            newest.lostSeconds = point.lostSeconds
            if point.isLost { newest.lostPoints += 1 }
            past[(grid.count - 1) % Self.capacity] = newest
            lastVertical = point.vertical
            if let found = finder.update(point.vertical) { take(found, tell: tell) }
            bouts.pass(to: grid.seconds(ofPoint: Double(grid.count)), tell: tell)
        }
    }

    /// Ends it, as if the sensor had gone on to feel what it felt last.
    mutating func finish(points: Int, tell: (GaitStream.Event) -> Void) {
        pointsUnsure = Self.pointsUnsureAtEnd
        for _ in 0..<points {
            if let found = finder.update(lastVertical) { take(found, tell: tell) }
        }
        bouts.end(tell: tell)
    }

    private mutating func take(_ found: ContactFinder.Found, tell: (GaitStream.Event) -> Void) {
        let index = Int(found.point.rounded())
        guard index > 0, index < grid.count - pointsUnsure else { return }
        let here = past[index % Self.capacity]
        let isInHole = here.lostPoints > past[(index - 1) % Self.capacity].lostPoints
        guard !isInHole else { return }
        let seconds = grid.seconds(ofPoint: found.point)
        let contact = FootContact(
            seconds: seconds,
            side: sides.side(ofContactAt: seconds, heading: here.heading),
            rise: found.rise,
            followsLoss: here.lostPoints > lostPointsAtContact
        )
        lostPointsAtContact = here.lostPoints
        tell(.contact(contact))
        bouts.take(contact, lostSeconds: here.lostSeconds, tell: tell)
    }
}
