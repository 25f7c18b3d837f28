import Testing

@testable import SessionFolder

@Suite("The rules by which a recording is graded")
struct QualityRulesTests {
    /// 1,000 samples at 100 Hz without a fault.
    static let good = SampleQuality.faultless

    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var grade: RecordingQuality.Grade
        var reason: String?
        var samples = 1000
        var rate: Double?
        var change: @Sendable (inout SampleQuality) -> Void
        var testDescription: String { name }

        init(
            _ name: String,
            _ grade: RecordingQuality.Grade,
            _ reason: String? = nil,
            samples: Int = 1000,
            rate: Double? = nil,
            _ change: @escaping @Sendable (inout SampleQuality) -> Void = { _ in }
        ) {
            (self.name, self.grade, self.reason) = (name, grade, reason)
            (self.samples, self.rate, self.change) = (samples, rate, change)
        }
    }

    static let cases = [
        Case("no fault", .good),
        Case("one sample", .unusable, "gyro has no two samples at different times", samples: 1),
        Case("no interval", .unusable, "gyro has no two samples at different times") {
            $0.intervals = nil
        },
        Case("a backward step", .unusable, "the time of gyro goes back 1 time") {
            $0.backwardSteps = 1
        },
        Case("a loss", .usable, "gyro: 3 losses of 0.4 s together") {
            $0.losses = .init(count: 3, samples: 40, seconds: 0.4, times: [])
        },
        Case("losses of a tenth", .usable, "gyro: 1 loss of 1.1 s together") {
            $0.losses = .init(count: 1, samples: 111, seconds: 1.11, times: [])
        },
        Case("losses of more", .unusable, "gyro: 1 loss of 1.2 s together") {
            $0.losses = .init(count: 1, samples: 120, seconds: 1.2, times: [])
        },
        Case("a loss of unknown length", .usable, "gyro: 1 loss") {
            $0.losses = .init(count: 1, samples: 1, seconds: nil, times: [])
        },
        Case(
            "a gap",
            .usable,
            "gyro: 1 gap without a gap record, of 20.0 ms together, the longest 30.0 ms"
        ) {
            $0.gaps = .init(count: 1, seconds: 0.02, longestSeconds: 0.03, times: [], late: 0)
        },
        Case(
            "gaps of more than a tenth",
            .unusable,
            "gyro: 2 gaps without a gap record, of 1.2 s together, the longest 1.0 s"
        ) {
            $0.gaps = .init(count: 2, seconds: 1.2, longestSeconds: 1, times: [], late: 0)
        },
        Case("late samples", .good) { $0.gaps.late = 500 },
        Case("duplicates", .usable, "gyro: 100 duplicates") { $0.duplicates = 100 },
        Case("too many duplicates", .unusable, "gyro: 101 duplicates") { $0.duplicates = 101 },
        Case("clipping", .usable, "gyro is clipped at ±4: x, up to 10 samples") {
            $0.clipping = [.init(channel: "x", limit: 4, samples: 10, isSuspected: false)]
        },
        Case("much clipping", .unusable, "gyro is clipped at ±4: x, y, up to 11 samples") {
            $0.clipping = [
                .init(channel: "x", limit: 4, samples: 11, isSuspected: false),
                .init(channel: "y", limit: 4, samples: 1, isSuspected: false),
            ]
        },
        Case("suspected clipping", .usable, "gyro seems to be clipped at ±4: z, up to 500 samples")
        {
            $0.clipping = [.init(channel: "z", limit: 4, samples: 500, isSuspected: true)]
        },
        Case("a rate nearly as set", .good) { $0.setRateInHertz = 105 },
        Case("another rate than set", .usable, "gyro has 100 Hz between losses, not 106 Hz") {
            ($0.askedRateInHertz, $0.setRateInHertz) = (100, 106)
        },
        Case("another rate than asked", .usable, "gyro has 100 Hz between losses, not 90 Hz") {
            $0.askedRateInHertz = 90
        },
        Case("another rate than asked, but as set", .good) {
            ($0.askedRateInHertz, $0.setRateInHertz) = (90, 100)
        },
        Case(
            "no interval between losses",
            .unusable,
            "gyro has no two samples without a loss or a pause between",
            rate: 50
        ) { $0.intervals = nil },
        Case("a fast turn", .good) { $0.meanRotation = 35 },
        Case(
            "a turn that nobody turns",
            .unusable,
            "gyro turns 265 rad/s on average, too fast for a person: this looks like °/s"
        ) { $0.meanRotation = 265 },
        Case("stillness", .usable, "gyro does not move in the whole file") { $0.isStill = true },
        Case("movement", .good) { $0.isStill = false },
        Case("gravity nearly 1", .good) { $0.stillAcceleration = 1.09 },
        Case(
            "gravity in m/s²",
            .unusable,
            "gyro measures 9.79 at rest, where 1 g is 1: this looks like m/s²"
        ) { $0.stillAcceleration = 9.79 },
        Case(
            "gravity in mg",
            .unusable,
            "gyro measures 1020 at rest, where 1 g is 1: this looks like mg"
        ) { $0.stillAcceleration = 1020 },
        Case(
            "gravity in nothing known",
            .unusable,
            "gyro measures 0.5 at rest, where 1 g is 1: check its unit, its scale and its calibration"
        ) { $0.stillAcceleration = 0.5 },
    ]

    @Test("have a grade and a reason for each fault, at both sides of its limit", arguments: cases)
    func grade(fault: Case) {
        var quality = Self.good
        fault.change(&quality)
        let sensor = SessionCheck.Sensor(
            file: "a.json",
            sensorType: "gyro",
            samples: fault.samples,
            lost: 0,
            measuredRateInHertz: fault.rate
        )
        let found = RecordingQuality(file: "a.json", of: QualityRules.reasons(sensor, quality))
        #expect(found.grade == fault.grade)
        #expect(found.reasons == [fault.reason].compactMap { $0 })
    }

    @Test(
        "know the unit of gravity within a tenth",
        arguments: [
            (0.89, QualityRules.OtherUnit.other), (0.91, nil), (1.09, nil), (1.11, .other),
            (8.8, .other), (8.9, .metresPerSecondSquared), (10.7, .metresPerSecondSquared),
            (10.8, .other), (899, .other), (901, .milligravities), (1099, .milligravities),
            (1101, .other), (0, .other),
        ] as [(Double, QualityRules.OtherUnit?)]
    )
    func gravity(found: Double, unit: QualityRules.OtherUnit?) {
        #expect(QualityRules.unit(ofGravity: found) == unit)
    }
}

@Suite("How good a file is")
struct RecordingQualityTests {
    private func quality(_ grades: RecordingQuality.Grade...) -> RecordingQuality {
        RecordingQuality(
            file: "a.json",
            of: grades.enumerated().map { .init(grade: $1, what: "fault \($0)") }
        )
    }

    @Test("follows from the worst that was found, which comes first")
    func worst() {
        #expect(quality().verdict == "good")
        #expect(quality(.usable, .usable).verdict == "usable, fault 0; fault 1")
        #expect(quality(.usable, .unusable).verdict == "not usable: fault 1; fault 0")
    }

    @Test("says the same of several sensors once")
    func once() {
        let reason = RecordingQuality.Reason(grade: .usable, what: "a fault")
        #expect(RecordingQuality(file: nil, of: [reason, reason]).reasons == ["a fault"])
    }

    @Test("makes a session as good as the worst of its files")
    func session() {
        #expect(RecordingQuality(ofAll: []).verdict == "good")
        #expect(RecordingQuality(ofAll: [quality(), quality()]).verdict == "good")
        let mixed = RecordingQuality(ofAll: [quality(), quality(.usable), quality(.unusable)])
        #expect(mixed.grade == .unusable)
        #expect(mixed.reasons == ["a.json: not usable: fault 0", "a.json: usable, fault 0"])
    }

    @Test("has grades from the best to the worst")
    func order() {
        #expect(RecordingQuality.Grade.allCases.sorted() == [.good, .usable, .unusable])
    }
}

extension SampleQuality {
    /// 100 Hz without a fault.
    fileprivate static var faultless: SampleQuality {
        var sensor = SampleSurvey.Sensor()
        for index in 0..<1000 { sensor.intervals.addSample(at: Double(index) / 100) }
        return SampleQuality(sensor, since: 0)
    }
}
