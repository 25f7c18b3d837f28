import Recording
import Patience
import Research
import SampleStream
import SystemCalls
import Testing
import Timebase

/// The calls, in their order, while a recorder starts, runs and ends.
struct Interleaving: CustomTestStringConvertible {
    var calls: [Call]
    var failsToOpen: Bool
    var sourceFails: Bool
    var holdsOpening: Bool
    /// Whether the participant is asked for a permission before the start, and refuses it meanwhile.
    var isDenied: Bool

    enum Call: CaseIterable { case stop, cancel, fail, pause, resume, yield, untilRunning }

    var testDescription: String {
        "\(calls) \(failsToOpen) \(sourceFails) \(holdsOpening) \(isDenied)"
    }

    static func random(seed: UInt64) -> Interleaving {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func next(_ limit: UInt64) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % limit)
        }
        let calls = (0..<next(7)).map { _ in Call.allCases[next(UInt64(Call.allCases.count))] }
        return Interleaving(
            calls: calls,
            failsToOpen: next(6) == 0,
            sourceFails: next(5) == 0,
            holdsOpening: next(3) == 0,
            isDenied: next(8) == 0
        )
    }
}

@MainActor
@Suite("A recorder under calls in any order")
struct RaceTests {
    @Test("never falls back in status, reports a failure once, and frees its device and threads")
    func thousandInterleavings() async throws {
        let folder = try TemporaryFolder()
        var met: [String: Int] = [:]
        for seed in 0..<1000 {
            try await run(.random(seed: UInt64(seed)), number: seed, in: folder, &met)
        }
        // Each call has met a recorder that was starting, one that was running, and one that was ending.
        for call in [Interleaving.Call.stop, .cancel, .fail] {
            for status in [RSDAsyncActionStatus.starting, .running, .waitingToStop] {
                #expect(met["\(call) \(status)", default: 0] >= 10, "\(call) while \(status)")
            }
        }
        // Each kind of failure has occurred.
        #expect(met["told", default: 0] >= 100)
        #expect(met["denied", default: 0] >= 10)
        // Only files of this folder count, because other tests have files open at the same time.
        let left = try FileSystem.list("/proc/self/fd").compactMap {
            try? FileSystem.absolutePath("/proc/self/fd/\($0)")
        }
        .filter { $0.hasPrefix(folder.path) }
        #expect(left.isEmpty)
        let threads = try FileSystem.list("/proc/self/task").filter { task in
            let name = try? OpenFile.open("/proc/self/task/\(task)/comm").readSmall()
            return name?.hasPrefix("write race") == true || name?.hasPrefix("read race") == true
        }
        #expect(threads.isEmpty)
    }

    private func run(
        _ order: Interleaving,
        number: Int,
        in folder: TemporaryFolder,
        _ met: inout [String: Int]
    ) async throws {
        let acts: [SourceAct] =
            [.deliver(Reading(1, 1))] + (order.sourceFails ? [.fail] : [.waitForStop])
        let recorder = makeRecorder(in: folder, [("race\(number)", acts)])
        recorder.failsToOpen = order.failsToOpen
        let openGate = Gate()
        recorder.openGate = openGate
        if !order.holdsOpening { openGate.open() }
        let listener = Listener()
        recorder.delegate = listener
        var seen = recorder.status
        func look() {
            #expect(recorder.status >= seen, "\(order)")
            seen = recorder.status
        }

        var calls: [Task<Void, Never>] = []
        recorder.deniesPermission = order.isDenied
        if order.isDenied {
            calls.append(Task.immediate { _ = try? await recorder.requestPermissions() })
        }
        let start = Task.immediate { try await recorder.start() }
        for call in order.calls {
            met["\(call) \(recorder.status)", default: 0] += 1
            switch call {
            case .stop: calls.append(Task.immediate { _ = try? await recorder.stop() })
            case .cancel: recorder.cancel()
            case .fail: recorder.fail(with: SourceBroke())
            case .pause: recorder.pause()
            case .resume: recorder.resume()
            case .yield: await Task.yield()
            case .untilRunning:
                openGate.open()
                try await until("the recorder of \(order) runs") { recorder.status >= .running }
            }
            look()
        }
        openGate.open()
        _ = try? await start.value
        look()
        _ = try? await recorder.stop()
        for call in calls { await call.value }
        look()

        #expect(recorder.status >= .finished, "\(order)")
        #expect((recorder.status == .failed) == (recorder.error != nil), "\(order)")
        // The caller gets a denied permission; every other failure is reported to the delegate, once.
        let isTold = recorder.status == .failed && !(recorder.error is PermissionDenied)
        #expect(listener.failures.count == (isTold ? 1 : 0), "\(order)")
        met[isTold ? "told" : recorder.error == nil ? "good" : "denied", default: 0] += 1
        #expect(recorder.released.balance == 0, "\(order)")
        if let file = recorder.files.first {
            let text = try folder.text(file.place.relativePath)
            #expect(text.hasSuffix("\n]"), "\(order)")
        }
    }
}

extension OpenFile {
    /// The start of a file of /proc, which has no size.
    borrowing func readSmall() throws -> String {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256, alignment: 1)
        defer { unsafe buffer.deallocate() }
        let count = unsafe try read(into: buffer, at: 0)
        return unsafe String(decoding: buffer[..<count], as: UTF8.self)
    }
}
