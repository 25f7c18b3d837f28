@testable import IIOSource
import MotionRecorder
import SampleStream
import SystemCalls
import Testing
import Timebase

@Suite("What comes from another machine")
struct RemoteTests {
    // MARK: Patience

    @Test(
        "is awaited while answers come, but at most three seconds or three periods for the next",
        arguments: [
            // stage, seconds since the beginning, since the last answer, answers, over
            (RemoteStage.describing, 2.3, 2.3, 0, false),
            (.describing, 2.5, 2.5, 0, true),
            (.resolving, 2.5, 2.5, 0, true),
            // This machine is busy.
            (.starting, 0, 9.9, 0, false),
            (.starting, 0, 10.1, 0, true),
            // The other machine is far away, and each answer comes.
            (.asking, 20, 0.1, 300, false),
            // Each answer comes, and each is slow.
            (.asking, 2.8, 0.9, 3, true),
            // It has fallen silent.
            (.asking, 5, 2.5, 300, true),
            (.asking, 31, 0, .max, true),
            (.reaching, 2.5, 2.5, 9, true),
            (.sampling, 10, 2.3, 5, false),
            (.sampling, 3, 2.5, 5, true),
        ]
    )
    func patience(
        _ stage: RemoteStage,
        _ seconds: Double,
        _ quiet: Double,
        _ answers: Int,
        _ isOver: Bool
    ) {
        let patience = RemotePatience(rateInHertz: 100)
        #expect(patience.isOver(stage, after: seconds, quiet: quiet, answers: answers) == isOver)
    }

    @Test("may be silent for three of its periods if those are longer than three seconds")
    func slowSensor() {
        let patience = RemotePatience(rateInHertz: 0.5)
        #expect(patience.silence == 6)
        #expect(!patience.isOver(.sampling, after: 10, quiet: 5.9, answers: 1))
        #expect(RemotePatience(rateInHertz: .nan).silence == 3)
    }

    @Test("has a time limit that no progress extends beyond the ceiling")
    func ceiling() {
        let patience = RemotePatience(rateInHertz: 100)
        var opening = RemoteOpening(patience, began: 100, now: 101)
        #expect(opening.see(.init(stage: 0, answers: 0), at: 105) == .goesOn)
        #expect(opening.see(.init(stage: 4, answers: 0), at: 106) == .goesOn)
        #expect(opening.secondsSinceAsked(at: 107) == 1)
        // Neither an answer each tenth of a second nor a new stage extends the time beyond the ceiling.
        var now = 106.0
        var verdict = RemoteOpening.Verdict.goesOn
        var answers = 0
        while verdict == .goesOn, now < 200 {
            now += 0.1
            answers += 5
            verdict = opening.see(.init(stage: now > 120 ? 5 : 4, answers: answers), at: now)
        }
        #expect(verdict == .isOver)
        #expect(now - 100 <= patience.ceiling + 0.2)
        #expect(patience.ceiling < 31)
        #expect(opening.secondsSinceAsked(at: 107) == 1)
    }

    @Test("is refused as nonsense if its progress goes back, or to a step that does not exist")
    func progress() {
        func verdict(_ shown: [(stage: Int, answers: Int)]) -> RemoteOpening.Verdict? {
            var opening = RemoteOpening(RemotePatience(rateInHertz: 1), began: 0, now: 0)
            return shown.map { opening.see(.init(stage: $0.stage, answers: $0.answers), at: 0.1) }
                .last
        }
        #expect(verdict([(0, 0), (3, 0), (4, 7), (4, 7), (5, 9)]) == .goesOn)
        for lie in [[(4, 0), (3, 0)], [(4, 0), (0, 0)], [(4, 2), (4, 1)], [(6, 0)], [(-1, 0)]] {
            guard case .isNonsense = verdict(lie.map { (stage: $0.0, answers: $0.1) }) else {
                Issue.record("believed: \(lie)")
                continue
            }
        }
    }

    private func silence(_ channels: Set<Int> = [0, 1]) -> RemoteSilence {
        RemoteSilence(channels: channels, patience: RemotePatience(rateInHertz: 100), now: 10)
    }

    @Test("counts as silent if one of its sensors is silent, however much the others send")
    func silentSensor() {
        var silence = silence()
        #expect(silence.verdict(at: 12.3) == .goesOn)
        for now in [11.0, 12, 13] { silence.hear(0, at: now) }
        #expect(silence.verdict(at: 13) == .isSilent)
        silence.hear(1, at: 13)
        #expect(silence.verdict(at: 15.3) == .goesOn)
        #expect(silence.verdict(at: 15.5) == .isSilent)
    }

    @Test("does not count as silent while its readings wait until a loss is settled")
    func waitingReadings() {
        var silence = silence([0])
        silence.hear(0, at: 11)
        for (count, now) in [(2, 12.0), (3, 13), (4, 14)] {
            let isPossible = silence.see(count, of: 0, at: now)
            #expect(isPossible)
            #expect(silence.verdict(at: now + 0.7) == .goesOn)
        }
        // All three of them come at once.
        for _ in 0..<3 { silence.hear(0, at: 14.7) }
        _ = silence.see(5, of: 0, at: 16)
        #expect(silence.verdict(at: 18) == .goesOn)
        // It died while one reading waited, so it does not count as withholding.
        #expect(silence.verdict(at: 18.5) == .isSilent)
    }

    @Test("is caught withholding if it counts readings and hands none on")
    func withheldReadings() {
        var silence = silence([0])
        var now = 10.0
        var count = 0
        while silence.verdict(at: now) == .goesOn, now < 20 {
            now += 0.1
            count += 1
            let isPossible = silence.see(count, of: 0, at: now)
            #expect(isPossible)
        }
        #expect(silence.verdict(at: now) == .withholds)
        #expect(now <= 13)
        let isPossible = silence.see(count - 1, of: 0, at: now)
        #expect(!isPossible)
        // A child that counts fewer readings than it hands on does nothing wrong.
        var modest = self.silence([0])
        for _ in 0..<5 { modest.hear(0, at: 11) }
        let isModest = modest.see(3, of: 0, at: 11)
        #expect(isModest && modest.verdict(at: 13) == .goesOn)
    }

    @Test(
        "has time to hand on what waited before it is called silent",
        arguments: [0.1, 1, 2, 10, 100]
    )
    func holding(rateInHertz: Double) {
        let patience = RemotePatience(rateInHertz: rateInHertz)
        #expect(patience.holding <= max(3, 3 / rateInHertz))
        #expect(patience.holding > max(2, 2 / rateInHertz))
    }

    // MARK: The end

    @Test("lacks about as many samples at the end as its rate says, and they are counted")
    func tail() throws {
        var tail = RemoteTail(channels: [0, 1, 2], ratesInHertz: [0: 100, 1: 50], from: 0)
        tail.heard(MotionSample(channel: 0, at: Self.instant(1_000), x: 0, y: 0, z: 0))
        tail.heard(
            .gap(channel: 1, at: Self.instant(900), lost: 6, reason: .device, isEstimated: false)
        )
        // A sample that arrives late does not move the end back.
        tail.heard(MotionSample(channel: 0, at: Self.instant(500), x: 0, y: 0, z: 0))
        let gaps = tail.gaps(until: 1_055_000_000)
        #expect(gaps.map(\.channel) == [0, 1])
        #expect(gaps.map(\.time) == [Self.instant(1_010), Self.instant(1_020)])
        for (gap, lost) in zip(gaps, [Int64(5), 2]) {
            #expect(gap.role == .gap(lost: lost, reason: .source, isEstimated: true))
        }
        #expect(tail.gaps(until: 1_009_000_000).isEmpty)
    }

    @Test(
        "lacks no sample that can be counted if its rate is no usable number",
        arguments: [0, -1, .nan, .infinity, .leastNonzeroMagnitude]
    )
    func strangeRates(rate: Double) {
        let tail = RemoteTail(channels: [0], ratesInHertz: [0: rate], from: .min)
        #expect(tail.gaps(until: .max).isEmpty)
    }

    private static func instant(_ milliseconds: Int64) -> BootInstant {
        BootInstant(nanoseconds: milliseconds * 1_000_000)
    }

    // MARK: Samples

    private static let time = BootInstant(nanoseconds: 1_000_000_007)

    @Test("is the sample that was sent, whether reading or gap")
    func samples() throws {
        let reading = MotionSample(channel: 1, at: Self.time, x: 1, y: -2, z: 3.5)
        let there = try #require(RemoteSample(reading)?.sample(ofChannels: [0, 1]))
        #expect((there.x, there.y, there.z) == (1, -2, 3.5))
        #expect(there.time == Self.time && there.channel == 1 && there.role == .reading)
        for reason in GapReason.allCases {
            let gap = MotionSample.gap(
                channel: 0,
                at: Self.time,
                lost: 7,
                reason: reason,
                isEstimated: true
            )
            let told = try #require(RemoteSample(gap)).sample(ofChannels: [0])
            // A child may not send gaps with reasons that only this process can have.
            let isOfDevice = [.device, .kernel, .source].contains(reason)
            #expect(
                told?.role
                    == (isOfDevice ? .gap(lost: 7, reason: reason, isEstimated: true) : nil)
            )
        }
        #expect(RemoteSample(.mark(1, at: Self.time)) == nil)
    }

    @Test("is refused if it can be no sample of the stream")
    func lies() throws {
        func sample(_ change: (inout MotionSample) -> Void) throws -> MotionSample? {
            var sample = MotionSample(channel: 0, at: Self.time, x: 0, y: 0, z: 0)
            change(&sample)
            return try #require(RemoteSample(sample)).sample(ofChannels: [0])
        }
        #expect(try sample { _ in } != nil)
        #expect(try sample { $0 = MotionSample(channel: 2, at: $0.time, x: 0, y: 0, z: 0) } == nil)
        #expect(try sample { $0.time.nanoseconds = .max } == nil)
        #expect(try sample { $0.time.nanoseconds = .min } == nil)
        for lost in [-1, Int64.min, .max] {
            #expect(try sample { $0.role = .gap(lost: lost, reason: .device) } == nil)
        }
        // Bytes as a child may have left them.
        var refused = 0
        for seed in UInt8(0)..<255 {
            let bytes = [UInt8](repeating: seed, count: MemoryLayout<RemoteSample>.size)
            let there = unsafe bytes.withUnsafeBytes {
                unsafe $0.loadUnaligned(as: RemoteSample.self)
            }
            if there.sample(ofChannels: [0, 1, 2]) == nil { refused += 1 }
        }
        #expect(refused == 254)
    }

    // MARK: Errors and messages

    private static let errors: [IIOError.Kind] = [
        .deviceGone, .stalled(seconds: 2.5), .busy(holder: nil), .busy(holder: "cat (12)"),
        .notPermitted(obstacle: "/dev/x"), .noSuchDevice(wanted: "gyro", present: []),
        .noSuchDevice(wanted: "gyro", present: ["a", "b"]), .connectionLost(nil),
        .connectionLost(.brokenPipe), .unreachable(.timedOut),
        .rateRefused(asked: 7, available: nil), .rateRefused(asked: 7, available: "1 2"),
        .bufferRefused(.noMemory), .noTrigger,
        .unsupportedBackend("usb", supported: ["ip", "xml"]),
        .badAddress, .onlyDescription, .noDescription, .notCalibrated("gyro"), .malformed("what"),
        .failed(call: "read", .ioError),
    ]

    @Test("is the same error on both sides", arguments: errors)
    func faults(_ kind: IIOError.Kind) throws {
        let error = IIOError(kind, at: "ip:board")
        let bytes = try RemoteCoding.bytes(of: RemoteReport.failed(RemoteFault(error)))
        let report = try #require(RemoteCoding.message(RemoteReport.self, in: bytes))
        guard case .failed(let fault) = report else {
            Issue.record("another report: \(report)")
            return
        }
        #expect(fault.error(at: "ip:board") == error)
    }

    @Test(
        "is refused if an error has a number that the kernel does not have",
        arguments: [0, -1, 5000]
    )
    func strangeNumbers(number: Int32) {
        let error = IIOError(.unreachable(Errno(rawValue: number)), at: "ip:board")
        #expect(RemoteFault(error).error(at: "ip:board") == nil)
    }

    @Test("is no message if its bytes are incomplete or nested too deeply")
    func brokenMessages() throws {
        let error = IIOError(.noTrigger, at: "ip:board")
        let whole = try RemoteCoding.bytes(of: RemoteReport.failed(RemoteFault(error)))
        for count in 0..<whole.count {
            #expect(RemoteCoding.message(RemoteReport.self, in: Array(whole.prefix(count))) == nil)
        }
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        #expect(RemoteCoding.message(RemoteReport.self, in: deep) == nil)
    }

    @Test("is described by rates of the requested types only")
    func descriptions() throws {
        var description = SourceDescription(name: "a", kind: "else", clock: "boottime")
        description.nominalRatesInHertz = [0: 100, 1: -1, 2: 50, 99: 1, 3: .infinity]
        let bytes = try RemoteCoding.bytes(of: RemoteDescription(description))
        let there = try #require(RemoteCoding.message(RemoteDescription.self, in: bytes))
        let motion = MotionRequest(
            types: [.accelerometer, .gyro, .magnetometer],
            rateInHertz: 100,
            device: nil,
            placement: "foot",
            mountMatrix: .identity
        )
        let told = there.description(of: IIORequest(motion, uri: "ip:board"))
        #expect(told.nominalRatesInHertz.filter { $0.key != 2 } == [0: 100])
        #expect(told.kind == "iio" && told.placement == "foot")
        #expect(told.details["uri"] == "ip:board")
    }

    @Test("is asked for what was requested")
    func requests() throws {
        let matrix = try #require(MountMatrix("0, 1, 0; -1, 0, 0; 0, 0, 1"))
        let motion = MotionRequest(
            types: [.accelerometer, .attitude],
            rateInHertz: 52,
            device: "imu",
            placement: "lowBack",
            mountMatrix: matrix
        )
        let request = IIORequest(motion, uri: "ip:board")
        let order = RemoteOrder.record(RemoteRequest(request), addresses: ["::1"])
        let bytes = try RemoteCoding.bytes(of: order)
        guard case .record(let there, ["::1"])? = RemoteCoding.message(RemoteOrder.self, in: bytes)
        else {
            Issue.record("another order")
            return
        }
        #expect(there.request(uri: "ip:board") == request)
    }
}
