// Finds foot contacts in the samples of an accelerometer at the low back while a file is read.

internal import Gait
internal import Plotting
internal import SampleFile
internal import SystemCalls

/// The foot contacts of one file.
struct ContactTrack {
    private var stream: GaitStream?
    /// The samples before the rate is known, if the session does not state it.
    private var early: [(time: Int64, acceleration: SIMD3<Double>)] = []
    /// The last contacts outside a bout, in seconds: a bout that begins may include them.
    private var waiting: [Double] = []
    private var isWalking = false
    private let axes: [Int]
    private let options: PlotOptions
    /// The times of the contacts.
    private(set) var moments: Stretches
    /// The number of contacts.
    private(set) var count = 0
    /// Why contacts are not detected.
    private(set) var refusal: String?

    /// The most contacts outside a bout that are stored until a bout begins.
    private static let mostWaiting = 8
    /// The number of samples from which the rate is derived.
    private static let mostEarly = 1001

    /// Detects contacts at this sample rate, which is derived from the first samples if it is `nil`.
    ///
    /// Returns `nil` if the file does not have three axes.
    init?(rateInHertz rate: Double?, _ columns: PlotColumns, _ options: PlotOptions) {
        axes = ["x", "y", "z"].compactMap { name in
            columns.columns.first { $0.name == name }?.place
        }
        guard axes.count == 3 else { return nil }
        moments = Stretches(capacity: options.resolution)
        self.options = options
        if let rate { begin(rate) }
    }

    private mutating func begin(_ rate: Double) {
        guard GaitStream.rates.contains(rate) else {
            refusal =
                "foot contacts cannot be found at \(NumberText.short(rate)) Hz: that takes "
                + "\(Int(GaitStream.rates.lowerBound)) to \(Int(GaitStream.rates.upperBound))"
            return
        }
        stream = GaitStream(rateInHertz: rate)
        for sample in early { update(sample.time, sample.acceleration) }
    }

    /// Derives the rate from the median interval of the first samples.
    private mutating func beginWithEarly() {
        defer { early = [] }
        let steps = zip(early, early.dropFirst()).map { $1.time.subtractingClamped($0.time) }
        guard !steps.isEmpty else { return }
        begin(1e9 / Double(max(1, steps.sorted()[steps.count / 2])))
    }

    /// Processes a sample.
    mutating func take(_ batch: RecordBatch, _ row: Int, at time: Int64) {
        guard refusal == nil, let x = batch.number(row, axes[0]),
            let y = batch.number(row, axes[1]), let z = batch.number(row, axes[2])
        else { return }
        let vector = SIMD3(x, y, z)
        guard stream == nil else { return update(time, vector) }
        early.append((time, vector))
        if early.count == Self.mostEarly { beginWithEarly() }
    }

    private mutating func update(_ time: Int64, _ acceleration: SIMD3<Double>) {
        let sample = GaitSample(seconds: Double(time) / 1e9, acceleration: acceleration)
        note(stream?.update(sample) ?? [])
    }

    mutating func finish() {
        if stream == nil, refusal == nil { beginWithEarly() }
        note(stream?.finish() ?? [])
    }

    /// Keeps only contacts within bouts, from the first step on: a standing person makes no steps.
    private mutating func note(_ events: [GaitStream.Event]) {
        for event in events {
            switch event {
            case .contact(let contact):
                if isWalking {
                    keep(contact.seconds)
                } else {
                    waiting.append(contact.seconds)
                    if waiting.count > Self.mostWaiting { waiting.removeFirst() }
                }
            case .boutBegan(let start):
                isWalking = true
                for contact in waiting where contact >= start - 1e-6 { keep(contact) }
                waiting.removeAll()
            case .boutEnded: isWalking = false
            case .turned: break
            }
        }
    }

    private mutating func keep(_ seconds: Double) {
        guard seconds.magnitude < 9e9 else { return }
        let time = Int64(seconds * 1e9)
        guard options.contains(time) else { return }
        moments.add(time...time)
        count += 1
    }
}
