// How evenly one sensor was sampled, from the times of its records alone: each pair of samples in a row is an interval,
// a duplicate, a backward step, or has a gap record between.

internal import SystemCalls

/// What the times of a sensor's records tell, in memory that does not grow with the file.
struct IntervalSurvey: Equatable {
    /// An interval, and the time of the sample that it follows.
    struct Place: Equatable {
        var uptime: Double
        var nanoseconds: Int
    }

    /// Samples that gap records tell to be missing, without those of pauses.
    struct Losses: Equatable {
        /// Gap records in a row, between two samples, are one loss.
        var count = 0
        var samples = 0
        /// The losses that have a sample on either side, and their intervals together.
        var enclosed = 0
        var enclosedNanoseconds = 0
        /// The samples of all others.
        var samplesAtEnds = 0
        /// The first losses: when each began.
        var uptimes: [Double] = []
    }

    private(set) var tally = IntervalTally()
    private(set) var losses = Losses()
    /// Samples with the very time of the sample before.
    private(set) var duplicates = 0
    /// Samples with an earlier time than the sample before.
    private(set) var backwardSteps = 0
    /// The longest intervals without a gap record, the longest first.
    private(set) var longest: [Place] = []

    private var last: Double?
    private var missing = 0
    private var hasPause = false

    /// How many places are kept of losses, and of intervals.
    static let places = 8

    /// Takes in a sample.
    mutating func addSample(at uptime: Double) {
        defer { last = uptime }
        let isTold = missing > 0 || hasPause
        if missing > 0 { close(at: uptime) }
        (missing, hasPause) = (0, false)
        guard let last else { return }
        if uptime == last {
            duplicates += 1
        } else if uptime < last {
            backwardSteps += 1
        } else if !isTold {
            let nanoseconds = max(1, Self.nanoseconds(from: last, to: uptime))
            tally.add(nanoseconds)
            keep(Place(uptime: last, nanoseconds: nanoseconds))
        }
    }

    /// Takes in a gap record of so many samples.
    mutating func addGap(of samples: Int, isPause: Bool, at uptime: Double?) {
        guard !isPause else {
            hasPause = true
            return
        }
        if missing == 0 {
            losses.count += 1
            if let began = last ?? uptime, losses.uptimes.count < Self.places {
                losses.uptimes.append(began)
            }
        }
        missing = missing.addingClamped(samples)
        losses.samples = losses.samples.addingClamped(samples)
        losses.samplesAtEnds = losses.samplesAtEnds.addingClamped(samples)
    }

    /// Ends a loss with the sample behind it.
    ///
    /// A pause within it has a length that nobody lost, so such a loss is
    /// measured by its samples, as is one without a sample on either side.
    private mutating func close(at uptime: Double) {
        guard let last, uptime > last, !hasPause else { return }
        losses.enclosed += 1
        losses.enclosedNanoseconds = losses.enclosedNanoseconds
            .addingClamped(Self.nanoseconds(from: last, to: uptime))
        losses.samplesAtEnds -= min(missing, losses.samplesAtEnds)
    }

    private mutating func keep(_ place: Place) {
        guard
            longest.count < Self.places || place.nanoseconds > longest[Self.places - 1].nanoseconds
        else { return }
        let index = longest.firstIndex { $0.nanoseconds < place.nanoseconds } ?? longest.count
        longest.insert(place, at: index)
        if longest.count > Self.places { longest.removeLast() }
    }

    /// A difference of times, which may be of any size, in whole nanoseconds.
    private static func nanoseconds(from start: Double, to end: Double) -> Int {
        let difference = ((end - start) * 1e9).rounded()
        return difference < 9.2e18 ? Int(difference) : .max
    }
}
