// Measures how evenly a sensor was sampled, from the times of its records alone. Two consecutive samples form an
// interval, a duplicate or a backward step, or have a gap record between them.

internal import SystemCalls

/// Statistics of the times of a sensor's records.
///
/// The memory used does not grow with the file.
struct IntervalSurvey: Equatable {
    /// An interval, and the time of the sample that it follows.
    struct Place: Equatable {
        var uptime: Double
        var nanoseconds: Int
    }

    /// Samples that gap records report as missing, except those of pauses.
    struct Losses: Equatable {
        /// The number of losses.
        ///
        /// Consecutive gap records between two samples are one loss.
        var count = 0
        var samples = 0
        /// The losses with a sample on either side, and the sum of their intervals.
        var enclosed = 0
        var enclosedNanoseconds = 0
        /// The missing samples of all other losses.
        var samplesAtEnds = 0
        /// When the first losses began.
        var uptimes: [Double] = []
    }

    private(set) var tally = IntervalTally()
    private(set) var losses = Losses()
    /// Samples with exactly the time of the previous sample.
    private(set) var duplicates = 0
    /// Samples with an earlier time than the previous sample.
    private(set) var backwardSteps = 0
    /// The longest intervals without a gap record, the longest first.
    private(set) var longest: [Place] = []

    private var last: Double?
    private var missing = 0
    private var hasPause = false

    /// How many losses, and how many long intervals, are kept with their times.
    static let places = 8

    /// Adds a sample.
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

    /// Adds a gap record of that many samples.
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

    /// Ends a loss with the sample after it.
    ///
    /// If the loss includes a pause, its interval is longer than what was lost, so it is measured by its number
    /// of samples. A loss without a sample on either side is measured in the same way.
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

    /// The difference of two times, of any size, in whole nanoseconds.
    private static func nanoseconds(from start: Double, to end: Double) -> Int {
        let difference = ((end - start) * 1e9).rounded()
        return difference < 9.2e18 ? Int(difference) : .max
    }
}
