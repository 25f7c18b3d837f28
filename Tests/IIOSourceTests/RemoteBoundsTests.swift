@testable import IIOSource
import MotionRecorder
import SampleStream
import Testing
import Timebase

@Suite("What a child says of another machine")
struct RemoteBoundsTests {
    private static let bounds = RemoteBounds(
        openedAt: 100_000_000_000,
        ratesInHertz: [0: 100],
        usual: 50,
        devices: ["iio:device0"]
    )

    @Test("tells of its clock what can be true only")
    func clocks() {
        func isBelieved(_ boot: Int64, error: Int64 = 3, device: String = "iio:device0") -> Bool {
            let pair = ClockPair(
                deviceNanoseconds: -5,
                boottimeNanoseconds: boot,
                errorNanoseconds: error
            )
            let clock = RemoteClock(ClockNote(device: device, pair: pair))
            var bounds = Self.bounds
            return bounds.objection(to: clock.note, at: 110_000_000_000) == nil
        }
        #expect(isBelieved(105_000_000_000))
        #expect(isBelieved(114_900_000_000))
        #expect(!isBelieved(115_100_000_000))
        #expect(!isBelieved(94_900_000_000))
        #expect(!isBelieved(.min) && !isBelieved(.max))
        #expect(!isBelieved(105_000_000_000, error: -1))
        #expect(!isBelieved(105_000_000_000, error: .max))
        #expect(!isBelieved(105_000_000_000, device: "iio:device1"))
    }

    @Test("misses no more than its rate has in the time, and gives no more")
    func counts() {
        let now: Int64 = 110_000_000_000
        func gap(_ lost: Int64, channel: Int = 0) -> MotionSample {
            .gap(
                channel: channel,
                at: BootInstant(nanoseconds: 101_000_000_000),
                lost: lost,
                reason: .device,
                isEstimated: false
            )
        }
        // Ten seconds and five, at four times a hundred.
        var bounds = Self.bounds
        #expect(bounds.objection(to: gap(6000), at: now) == nil)
        #expect(bounds.objection(to: gap(100), at: now) != nil)
        // What one sensor misses is not the other's, which has the rate that was asked for.
        #expect(bounds.objection(to: gap(3000, channel: 1), at: now) == nil)
        #expect(bounds.objection(to: gap(100, channel: 1), at: now) != nil)
        #expect(bounds.objection(to: gap(100), at: now + 1_000_000_000) == nil)
        bounds = Self.bounds
        #expect(bounds.objection(to: gap(1 << 52), at: now) != nil)
        let reading = MotionSample(
            channel: 0,
            at: BootInstant(nanoseconds: 101_000_000_000),
            x: 0,
            y: 0,
            z: 0
        )
        bounds = Self.bounds
        // A hub of 4,000 Hz says that it has a hundred, and may lose as much as it gives.
        for _ in 0..<40_000 { #expect(bounds.objection(to: reading, at: now) == nil) }
        #expect(bounds.objection(to: gap(40_000), at: now) == nil)
        #expect(bounds.objection(to: gap(200_000), at: now) != nil)
        bounds = Self.bounds
        let believed = (0..<300_000).prefix { _ in bounds.objection(to: reading, at: now) == nil }
        #expect(believed.count == 32_768 + 200_000)
    }

    @Test(
        "was not taken before the device was opened, nor is it to come",
        arguments: [true, false]
    )
    func instants(isGap: Bool) {
        func isBelieved(_ nanoseconds: Int64) -> Bool {
            let time = BootInstant(nanoseconds: nanoseconds)
            let sample =
                isGap
                ? MotionSample.gap(
                    channel: 0,
                    at: time,
                    lost: 1,
                    reason: .device,
                    isEstimated: false
                ) : MotionSample(channel: 0, at: time, x: 0, y: 0, z: 0)
            var bounds = Self.bounds
            return bounds.objection(to: sample, at: 110_000_000_000) == nil
        }
        #expect(isBelieved(114_900_000_000))
        #expect(!isBelieved(115_100_000_000))
        #expect(isBelieved(95_100_000_000))
        #expect(!isBelieved(94_900_000_000))
    }

    @Test("has each sensor's samples in the order of time, its gaps among them")
    func order() {
        func sample(_ seconds: Int64, channel: Int = 0, lost: Int64 = 0) -> MotionSample {
            let time = BootInstant(nanoseconds: seconds * 1_000_000_000)
            guard lost > 0 else {
                return MotionSample(channel: channel, at: time, x: 0, y: 0, z: 0)
            }
            return .gap(
                channel: channel,
                at: time,
                lost: lost,
                reason: .device,
                isEstimated: false
            )
        }
        func isBelieved(_ samples: [MotionSample]) -> Bool {
            var bounds = Self.bounds
            return samples.allSatisfy { bounds.objection(to: $0, at: 110_000_000_000) == nil }
        }
        // A gap stands at the instant of the sample behind it where nobody knows better.
        #expect(isBelieved([sample(101), sample(102, lost: 1), sample(102), sample(103)]))
        #expect(isBelieved([sample(103), sample(101, channel: 1), sample(104)]))
        #expect(!isBelieved([sample(103), sample(102)]))
        #expect(!isBelieved([sample(103), sample(102, lost: 1)]))
        #expect(!isBelieved([sample(101), sample(103, lost: 1), sample(102)]))
    }

    @Test(
        "says so many things at once, and then so many a second",
        arguments: [
            (RemoteBudget.messages(now: 10), 256, 64.0), (RemoteBudget.clocks(now: 10), 128, 2),
        ]
    )
    func budget(budget: RemoteBudget, most: Int, perSecond: Double) {
        var once = budget
        let atOnce = (0..<1000).prefix { _ in once.take(at: 10) }
        #expect(atOnce.count == most)
        var later = budget
        let spread = (1...1000).prefix { later.take(at: 10 + Double($0) / perSecond) }
        #expect(spread.count == 1000)
    }

    @Test("tells of its clocks no more often than a journal bears, beside whatever else it says")
    func clockBudget() {
        var bounds = Self.bounds
        let pair = ClockPair(
            deviceNanoseconds: 0,
            boottimeNanoseconds: 105_000_000_000,
            errorNanoseconds: 3
        )
        let note = ClockNote(device: "iio:device0", pair: pair)
        let told = (0..<1000).prefix { _ in
            bounds.objection(to: note, at: 110_000_000_000) == nil
        }
        #expect(told.count == 128)
        #expect(bounds.objection(to: note, at: 112_000_000_000) == nil)
    }

    // MARK: Texts and addresses

    @Test("is shown without what a terminal obeys, and not longer than 256 bytes")
    func texts() {
        #expect(RemoteText.clean("LSM6DSO, naïve") == "LSM6DSO, naïve")
        #expect(RemoteText.clean("a\u{1B}[2J\r\n\u{202E}b\u{9B}c") == "a?[2J???b?c")
        #expect(RemoteText.clean(String(repeating: "é", count: 9999)).utf8.count == 256)
        let many = Dictionary(uniqueKeysWithValues: (0..<9999).map { ("\($0)", "") })
        #expect(RemoteText.clean(many).count == 256)
    }

    @Test("names one of its devices as the place of an error, or else is that place itself")
    func places() {
        for place in ["iio:device0", "trigger12"] {
            let fault = RemoteFault(IIOError(.noTrigger, at: place))
            #expect(fault.error(at: "ip:b")?.place == place)
        }
        let others = ["ip:another", "iio:device", "iio:device0\n", "iio:device-1", "", "trigger1x"]
        for place in others {
            let fault = RemoteFault(IIOError(.noTrigger, at: place))
            #expect(fault.error(at: "ip:b")?.place == "ip:b")
        }
    }

    @Test("has addresses of numbers, and not too many, or none")
    func addresses() {
        let good = ["192.0.2.1", "2001:db8::1"]
        #expect(RemoteResolver.checked(good) == good)
        for bad in [[], ["localhost"], ["192.0.2.1", ""], [String](repeating: "::1", count: 9)] {
            #expect(RemoteResolver.checked(bad) == nil)
        }
    }
}
