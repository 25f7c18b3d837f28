// Low-back readings of the computed walk, whose heel strikes are known, in any mounting and with losses.

import Gait
import Orientation
import RandomWords
import Testing
import WalkSource

struct WalkedSamples {
    var samples: [GaitSample]
    /// The heel strikes, of which the first is the right foot's.
    var strikes: [(seconds: Double, side: FootContact.Side)]
    var walk: SyntheticWalk

    init(
        cadence: Double = 110,
        stepLength: Double = 0.66,
        rate: Double = 100,
        seconds: Double = 62,
        variability: Double = 0.02,
        curvature: Double = 0.125,
        mounting: Quaternion = .identity,
        hasGyroscope: Bool = true,
        hasAttitude: Bool = false,
        seed: UInt64 = 7
    ) throws {
        var walker = Walker()
        walker.cadenceInStepsPerMinute = cadence
        walker.stepLengthInMetres = stepLength
        walker.stepTimeVariability = variability
        walker.pathCurvaturePerMetre = curvature
        walk = try SyntheticWalk(SyntheticWalkDescription(seed: seed, walker: walker))
        let grid = try #require(SamplingGrid(rateInHertz: rate))
        var sensor = SyntheticSensor(walk: walk, placement: .lowBack, grid: grid)
        samples = (0..<Int(seconds * rate)).map { index in
            let reading = sensor.reading(ofSample: index)
            let up = sensor.state(ofSample: index).attitude.inverse.rotate(SIMD3(0, 0, 1))
            return GaitSample(
                seconds: Double(reading.nanosecondsFromStart) / 1e9,
                acceleration: mounting.rotate(reading.specificForceInG),
                rotation: hasGyroscope
                    ? mounting.rotate(reading.angularRateInRadiansPerSecond) : nil,
                up: hasAttitude ? mounting.rotate(up) : nil
            )
        }
        // The end cuts off the last rise, so where that would be steepest is unknown.
        strikes = walk.events(beforeSeconds: seconds - 30 / cadence).filter {
            $0.kind == .heelStrike
        }
        .map { ($0.secondsFromStart, $0.foot == .left ? .left : .right) }
    }

    /// Drops a share of the samples, at random.
    mutating func lose(share: Double, seed: UInt64 = 3) {
        var random = RandomWords(seed: seed)
        samples.removeAll { _ in Double.random(in: 0..<1, using: &random) < share }
    }

    /// Drops all samples within a range of time.
    mutating func lose(_ hole: Range<Double>) {
        samples.removeAll { hole.contains($0.seconds) }
    }
}

/// What a stream reported for samples, and how late.
struct Told {
    var contacts: [FootContact] = []
    var bouts: [WalkingBout] = []
    var begins: [Double] = []
    var turns: [BodyTurn] = []
    /// The longest delay from a contact to its report.
    var latestContact = 0.0
    var refused = 0

    init(_ samples: [GaitSample], rate: Double) {
        var stream = GaitStream(rateInHertz: rate)
        for sample in samples {
            for event in stream.update(sample) { take(event, at: sample.seconds) }
        }
        refused = stream.refusedSamples
        for event in stream.finish() { take(event, at: samples.last?.seconds ?? 0) }
    }

    private mutating func take(_ event: GaitStream.Event, at seconds: Double) {
        switch event {
        case .contact(let contact):
            contacts.append(contact)
            latestContact = max(latestContact, seconds - contact.seconds)
        case .boutBegan(let start): begins.append(start)
        case .boutEnded(let bout): bouts.append(bout)
        case .turned(let turn): turns.append(turn)
        }
    }
}

/// Compares contacts with the heel strikes of the walk.
struct Comparison {
    /// The mean absolute error of the step times.
    var stepError = 0.0
    /// The relative error of the number of contacts.
    var countError = 0.0
    /// How many of the strikes have a contact of the same side.
    var sides = 0
    /// How many of the strikes have no contact within a fifth of a second.
    var missed = 0

    init(_ contacts: [FootContact], _ strikes: [(seconds: Double, side: FootContact.Side)]) {
        var errors: [Double] = []
        var before: (found: Double, true: Double)?
        for strike in strikes {
            let nearest = contacts.min {
                abs($0.seconds - strike.seconds) < abs($1.seconds - strike.seconds)
            }
            guard let nearest, abs(nearest.seconds - strike.seconds) < 0.2 else {
                missed += 1
                before = nil
                continue
            }
            if nearest.side == strike.side { sides += 1 }
            if let before {
                errors.append(
                    abs((nearest.seconds - before.found) - (strike.seconds - before.true))
                )
            }
            before = (nearest.seconds, strike.seconds)
        }
        stepError = errors.isEmpty ? .infinity : errors.reduce(0, +) / Double(errors.count)
        countError = Double(abs(contacts.count - strikes.count)) / Double(max(1, strikes.count))
    }
}
