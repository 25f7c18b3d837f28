import Testing

@testable import IIOSource

@Suite("What the first timestamps of a device say")
struct LearningTests {
    @Test("is its period, and that they are even")
    func even() {
        let timestamps = (0..<17).map { Int64($0) * 9_612_000 }
        let timeline = DeviceTimeline(learningFrom: timestamps, nominalPeriodInNanoseconds: 1e7)
        #expect(timeline.periodInNanoseconds == 9_612_000)
        #expect(timeline.timestamping == .taken)
    }

    @Test("is that batches were timestamped when they arrived")
    func batches() {
        let timestamps = (0..<32).map { Int64($0 / 4) * 40_000_000 }
        let timeline = DeviceTimeline(learningFrom: timestamps, nominalPeriodInNanoseconds: 1e7)
        #expect(timeline.timestamping == .arrived)
        #expect((8e6...1.2e7).contains(timeline.periodInNanoseconds))
    }

    @Test("is nothing when they are few: then the device's word counts")
    func few() {
        let timeline = DeviceTimeline(learningFrom: [1, 2], nominalPeriodInNanoseconds: 5e6)
        #expect(timeline.periodInNanoseconds == 5e6)
    }
}
