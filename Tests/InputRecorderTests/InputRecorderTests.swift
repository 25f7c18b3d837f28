import FoundationEssentials
import RecorderKinds
import Recording
import Research
import SampleStream
import Testing
import Timebase

@testable import InputRecorder

/// A source that delivers given samples and then ends.
private final class Given: SampleSource {
    private let samples: [InputSample]

    init(_ samples: [InputSample]) { self.samples = samples }

    var waitsForRoom: Bool { true }

    func open(until stop: StopSignal) -> SourceDescription {
        SourceDescription(name: "given", kind: "test", clock: "none")
    }

    func capture(
        into sink: inout SampleSink<InputSample>,
        until stop: StopSignal
    ) -> SourceEnding {
        for sample in samples { sink.deliver(sample) }
        return .exhausted(at: samples.last?.time ?? BootInstant(nanoseconds: 0))
    }

    func close() {}
}

@MainActor
@Suite("An input recorder")
struct InputRecorderTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "footfall-\(UUID().uuidString)")

    private func record(
        _ samples: [InputSample],
        _ configuration: InputRecorderConfiguration
    ) async throws -> (lines: [String], recorder: InputRecorder) {
        try await record(samples, InputRecorderKind(), configuration)
    }

    private func record(
        _ samples: [InputSample],
        _ configuration: TouchRecorderConfiguration
    ) async throws -> (lines: [String], recorder: TouchRecorder) {
        try await record(samples, TouchRecorderKind(), configuration)
    }

    private func record<Kind: InputReplay>(
        _ samples: [InputSample],
        _ kind: Kind,
        _ configuration: Kind.Configuration
    ) async throws -> (lines: [String], recorder: KindRecorder<Kind>) {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "input.json").path
        let environment = RecorderEnvironment(
            files: RecorderFiles(claim: { _ in FilePlace(path: path, relativePath: "input.json") }),
            timekeeper: ManualTimekeeper(),
            zone: .utc
        )
        let recorders = kind.over { order in
            #expect(order.request == configuration.request)
            return AnySampleSource(Given(samples))
        }
        let standing = RSDStandalonePath(identifier: "task")
        let made = recorders.recorder(configuration, standing, environment)
        let recorder = try #require(made as? KindRecorder<Kind>)
        try await recorder.start()
        await recorder.waitForEndOfSource()
        _ = try await recorder.stop()
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let lines = text.split(separator: "\n").filter { $0.contains("sensorType") }
        return (lines.map { $0.hasSuffix(",") ? String($0.dropLast()) : String($0) }, recorder)
    }

    private func sample(
        _ channel: InputChannel,
        _ seconds: Int64,
        _ change: (inout InputSample) -> Void
    ) -> InputSample {
        var sample = InputSample(channel, at: BootInstant(nanoseconds: seconds * 1_000_000_000))
        change(&sample)
        return sample
    }

    private func key(_ seconds: Int64, _ name: Int?, _ value: Int32) -> InputSample {
        sample(.key, seconds) {
            $0.name = name
            $0.value = value
            $0.hasValue = true
        }
    }

    private func touch(_ seconds: Int64, _ phase: TouchPhase, _ index: UInt16 = 0) -> InputSample {
        sample(.touch, seconds) {
            $0.phase = phase
            $0.index = index
            ($0.x, $0.y) = (100, 50)
            $0.hasPosition = true
            $0.millimetres = (5, 2.5)
        }
    }

    @Test("writes each kind of event, with exactly the values that it has")
    func kinds() async throws {
        var configuration = InputRecorderConfiguration(identifier: "input")
        configuration.includeKeys = ["KEY_A", "KEY_F13"]
        let (lines, _) = try await record(
            [
                key(1, 1, 1),
                sample(.key, 2) {
                    $0.value = 0
                    $0.hasValue = true
                    $0.isEstimated = true
                },
                touch(3, .began),
                sample(.pointer, 4) {
                    $0.z = -1
                    $0.hasDepth = true
                },
                sample(.switch, 5) {
                    $0.name = 0
                    $0.value = 1
                    $0.hasValue = true
                },
                sample(.accelerometer, 6) {
                    ($0.x, $0.y, $0.z) = (0, 0.5, 1)
                    $0.hasPosition = true
                    $0.hasDepth = true
                },
                .gap(
                    channel: 1,
                    at: BootInstant(nanoseconds: 7_000_000_000),
                    lost: 1,
                    reason: .kernel,
                    isEstimated: true
                ),
            ],
            configuration
        )
        func line(_ seconds: Int, _ rest: String) -> String {
            #"{"uptime":\#(seconds),"timestamp":\#(seconds),"stepPath":"task",\#(rest)}"#
        }
        #expect(
            lines == [
                line(1, #""sensorType":"key","key":"KEY_F13","value":1"#),
                line(2, #""sensorType":"key","estimated":true,"value":0"#),
                line(
                    3,
                    #""sensorType":"touch","phase":0,"index":0,"x":100,"y":50,"xMillimetres":5,"yMillimetres":2.5"#
                ),
                line(4, #""sensorType":"pointer","z":-1"#),
                line(5, #""sensorType":"switch","key":"SW_LID","value":1"#),
                line(6, #""sensorType":"accelerometer","x":0,"y":0.5,"z":1"#),
                line(7, #""sensorType":"touch","lost":1,"reason":"kernel","estimated":true"#),
            ]
        )
    }

    @Test("writes touches with phase, number, position and millimetres, if it records touches only")
    func touches() async throws {
        let configuration = TouchRecorderConfiguration(identifier: "touch")
        let (lines, _) = try await record([touch(1, .moved, 2)], configuration)
        #expect(
            lines == [
                #"{"uptime":1,"timestamp":1,"stepPath":"task","sensorType":"touch","phase":1,"index":2,"x":100,"y":50,"xMillimetres":5,"yMillimetres":2.5}"#
            ]
        )
    }

    @Test("shows which fingers and keys are down")
    func live() async throws {
        var configuration = InputRecorderConfiguration(identifier: "input")
        configuration.includeKeys = ["KEY_A", "KEY_B"]
        let (_, recorder) = try await record(
            [
                key(1, 0, 1), key(2, 1, 1), key(3, 0, 0), key(4, nil, 1), key(5, nil, 2),
                key(6, nil, 1), key(7, nil, 0), touch(8, .began), touch(9, .began, 1),
                touch(10, .ended, 0), touch(11, .began, 400),
            ],
            configuration
        )
        let live = try #require(recorder.live)
        #expect(live.pressedKeys == ["KEY_B"])
        #expect(live.otherPressedKeys == 1)
        #expect(live.events == 11)
        #expect(live.lastTouches.map(\.index) == [0, 1])
        #expect(live.lastTouches.map(\.isDown) == [false, true])
    }

    @Test("does not guess after a loss which unnamed keys are down")
    func liveAfterLoss() async throws {
        var configuration = InputRecorderConfiguration(identifier: "input")
        // More keys than one word has bits.
        configuration.includeKeys = (0..<70).map { "KEY_\($0)" }
        let (_, recorder) = try await record(
            [
                key(1, nil, 1), key(2, nil, 1), key(3, 69, 1), key(4, 5, 1),
                .gap(
                    channel: InputChannel.touch.rawValue,
                    at: BootInstant(nanoseconds: 5_000_000_000),
                    lost: 1,
                    reason: .kernel,
                    isEstimated: true
                ),
                key(5, 5, 0), key(6, nil, 0), key(7, nil, 1),
            ],
            configuration
        )
        let live = try #require(recorder.live)
        #expect(live.otherPressedKeys == 1)
        #expect(live.pressedKeys == ["KEY_69"])
        #expect(live.events == 7)
        #expect(live.lastTouches.isEmpty)
    }

    private func gap(_ channel: InputChannel, _ reason: GapReason) -> InputSample {
        .gap(
            channel: channel.rawValue,
            at: BootInstant(nanoseconds: 5_000_000_000),
            lost: 1,
            reason: reason,
            isEstimated: false
        )
    }

    @Test("shows no key or finger as down if a full ring may have lost its release")
    func liveAfterFullRing() {
        let live = LiveInput(keys: ["KEY_A", "KEY_B"])
        func note(_ samples: [InputSample]) {
            unsafe samples.withUnsafeBufferPointer { unsafe live.note($0) }
        }
        let down = [
            key(1, 0, 1), key(1, nil, 1), touch(2, .began), touch(2, .began, 1),
            touch(3, .ended, 1),
        ]
        note(down + [gap(.pointer, .ring)])
        #expect(live.pressedKeys == ["KEY_A"] && live.otherPressedKeys == 1)
        #expect(live.lastTouches.map(\.isDown) == [true, false])
        note([gap(.key, .ring)])
        #expect(live.pressedKeys.isEmpty && live.otherPressedKeys == 0)
        #expect(live.lastTouches.count == 2)
        note([gap(.touch, .ring), key(6, 1, 1)])
        #expect(live.pressedKeys == ["KEY_B"])
        #expect(live.lastTouches.map(\.index) == [1])
        note([touch(7, .moved)])
        #expect(live.lastTouches.map(\.isDown) == [true, false])
        // After the kernel has lost events, the source reads again which keys and fingers are down.
        note([gap(.key, .kernel)])
        #expect(live.pressedKeys == ["KEY_B"] && live.lastTouches.count == 2)
    }

    @Test("shows a key as down whatever value other than 0 it was pressed with")
    func liveOddValues() {
        let live = LiveInput(keys: ["KEY_A"])
        let samples = [key(1, 0, 3), key(1, nil, 3), key(2, nil, -1), key(3, nil, 0)]
        unsafe samples.withUnsafeBufferPointer { unsafe live.note($0) }
        #expect(live.pressedKeys == ["KEY_A"] && live.otherPressedKeys == 1)
    }

    @Test("shows consistent touches to a reader while they change")
    func liveWhileChanging() async throws {
        let live = LiveInput(keys: ["KEY_A", "KEY_B"])
        let writer = Task.detached { [touch = touch(1, .moved)] in
            for round in 1...20_000 {
                let batch = (0..<4).map { finger in
                    var touch = touch
                    touch.time = BootInstant(nanoseconds: Int64(round))
                    (touch.x, touch.y) = (Double(round), -Double(round))
                    touch.index = UInt16(finger)
                    return touch
                }
                unsafe batch.withUnsafeBufferPointer { unsafe live.note($0) }
            }
        }
        var rounds = 0
        while live.events < 80_000 {
            rounds += 1
            let touches = live.lastTouches
            #expect(touches.isEmpty || touches.count == 4)
            let isWhole = touches.allSatisfy { touch in
                touch.time == touches[0].time && touch.x == -touch.y
                    && touch.x == Double(touch.time.nanoseconds)
            }
            #expect(isWhole)
            await Task.yield()
        }
        await writer.value
        #expect(rounds > 0)
    }

    @Test("is not created for a configuration of another type")
    func foreign() {
        let recorders = InputRecorderKind().over { _ in AnySampleSource(Given([])) }
        let environment = RecorderEnvironment(
            files: RecorderFiles(claim: { _ in FilePlace(path: "", relativePath: "") }),
            zone: .utc
        )
        let other = RSDStandardAsyncActionConfiguration(identifier: "x", type: "other")
        let path = RSDStandalonePath(identifier: "task")
        #expect(recorders.recorder(other, path, environment) == nil)
    }
}
