// A source that is recorded, and what came of it.

import RecorderKinds
import SampleStream
import Synchronization
import SystemCalls
import Testing
import Timebase

@testable import LocationRecorder

/// What a source gives on its own thread.
final class LocationRecording {
    let stop = StopSignal()
    private let link = StreamLink()
    private var consumer: RingConsumer<LocationSample>
    private var thread: SystemThread?
    private let told: Told
    private(set) var samples: [LocationSample] = []

    private final class Told: Sendable {
        let reports = Mutex<[CaptureReport]>([])
        let notes = Mutex<[String]>([])
    }

    init(
        _ address: ReceiverAddress,
        keepsCoordinates: Bool = false,
        childProgram: String? = nil
    ) throws {
        let ends = SampleRing.make(of: LocationSample.self, capacity: 1 << 12)
        consumer = ends.consumer
        let told = Told()
        self.told = told
        var request = LocationRequest(address: address, keepsCoordinates: keepsCoordinates)
        request.childProgram = childProgram
        thread = try CaptureThread.start(
            GPSSource(
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

    /// Takes what has come, until something holds of it, or the source has ended.
    func take(until isEnough: ([LocationSample]) -> Bool) async throws {
        for _ in 0..<4000 {
            let isOver = link.captureEnding != nil
            while let sample = consumer.pop() { samples.append(sample) }
            if isEnough(samples) || isOver { return }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Waits until something is told that has a text in it.
    func waitForNote(_ text: String) async throws {
        for _ in 0..<4000 {
            if notes.contains(where: { $0.contains(text) }) { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("'\(text)' is not told: \(notes)")
    }

    /// Takes so many fixes.
    func takeFixes(_ count: Int) async throws {
        try await take { $0.count { $0.role == .reading } >= count }
    }

    /// Ends it, and takes all of it.
    func end() async throws {
        stop.drain(until: BootInstant(nanoseconds: SystemClock.boottime.nanoseconds))
        try await take { _ in false }
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

    /// Fixes that follow each other as one number, and gaps between them by how many are missing; how late the first
    /// fix comes, and how long after the last one it ends, is the machine's affair.
    var course: [String] {
        var words: [String] = []
        var fixes = 0
        for sample in samples {
            guard case .gap(let lost, _, _) = sample.role else {
                fixes += 1
                continue
            }
            if fixes > 0 { words.append("\(fixes)") }
            fixes = 0
            words.append("-\(lost)")
        }
        if fixes > 0 { words.append("\(fixes)") }
        let isGap = { (word: String) in word.hasPrefix("-") }
        return words.drop(while: isGap).reversed().drop(while: isGap).reversed()
    }

    deinit { stop.abandon() }
}
