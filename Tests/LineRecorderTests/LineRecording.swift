import Glibc
import RecorderKinds
import SampleStream
import SystemCalls
import Synchronization
import Testing
import Timebase

@testable import LineRecorder

/// A source that is recorded, and what came of it.
final class LineRecording {
    let stop = StopSignal()
    private let link = StreamLink()
    private var consumer: RingConsumer<ValueSample>
    private var thread: SystemThread?
    private let told: Told
    private(set) var samples: [ValueSample] = []

    final class Told: Sendable {
        let reports = Mutex<[CaptureReport]>([])
        let notes = Mutex<[String]>([])
    }

    init(_ port: String, _ map: String, rate: Double? = nil) throws {
        let ends = SampleRing.make(of: ValueSample.self, capacity: 1 << 16)
        consumer = ends.consumer
        let told = Told()
        self.told = told
        let request = LineRequest(
            port: try LinePort(port),
            mapping: try LineMapping(map),
            rateInHertz: rate
        )
        thread = try CaptureThread.start(
            LineSource(
                request,
                onNews: { note in told.notes.withLock { $0.append(note) } },
                onNote: { note in told.notes.withLock { $0.append(note) } }
            ),
            into: ends.producer,
            link: link,
            stop: stop,
            options: CaptureOptions(),
            report: { report in told.reports.withLock { $0.append(report) } }
        )
    }

    /// Takes what has come, until there is so much, or the source has ended.
    func take(atLeast count: Int) async throws {
        for _ in 0..<4000 {
            let isOver = link.captureEnding != nil
            while let sample = consumer.pop() { samples.append(sample) }
            if samples.count >= count || isOver { return }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Waits for the source to have ended, and takes all of it.
    func end() async throws { try await take(atLeast: .max) }

    /// Waits until the source is open, or has ended.
    func opened() async throws -> SourceDescription? {
        for _ in 0..<4000 {
            for report in told.reports.withLock({ $0 }) {
                if case .opened(let description) = report { return description }
                if case .ended = report { return nil }
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        return nil
    }

    /// How the source ended, in words.
    var ending: String {
        for report in told.reports.withLock({ $0 }) {
            guard case .ended(let result) = report else { continue }
            switch result {
            case .success(.stopped): return "stopped"
            case .success(.exhausted): return "exhausted"
            case .failure(let error): return "\(error)"
            }
        }
        return "none"
    }

    var notes: [String] { told.notes.withLock { $0 } }
    var pairs: [ClockNote] { link.takeClocks() }

    /// The values of readings, and gaps as how many are missing.
    var values: [String] {
        samples.map { sample in
            switch sample.role {
            case .reading: "\(Int(sample.x))"
            case .gap(let lost, _, let isEstimated): "-\(lost)" + (isEstimated ? "?" : "")
            case .mark: "mark"
            }
        }
    }

    deinit { stop.abandon() }
}
