// Recording after recording in one process, each ended as the job likes: what a recording has taken
// of the process, threads and descriptors, is counted before it and after it.

import MotionRecorder
import Recording
import SystemCalls

/// Records once for each line of the standard input.
@MainActor
struct Rounds {
    private let request: Request

    init(_ request: Request) {
        self.request = request
    }

    func run() async throws {
        // What is made once and kept, such as the pool of tasks, is no round's.
        _ = try await record("warm", seconds: 1)
        // The runtime opens a timer of its own for each clock that something has to wait by, as a busy machine does
        // by one that no quick recording needs.
        try await Task.sleep(for: .milliseconds(1), clock: .continuous)
        try await Task.sleep(for: .milliseconds(1), clock: .suspending)
        let atRest = Belongings.settled(like: nil)
        LabRecorder.say("ready \(atRest.text)")
        // A line: the name of the round, and after how many seconds it is stopped; it may fail before.
        while let line = readLine() {
            let words = line.split(separator: " ")
            guard words.count == 2 else { throw LabError("`\(line)` is no round") }
            let name = String(words[0])
            let end = try await record(name, seconds: LabRecorder.number(String(words[1])))
            LabRecorder.say("ended \(name): \(end)")
            try compare(Belongings.settled(like: atRest), with: atRest, after: name)
        }
    }

    private func compare(
        _ after: Belongings,
        with before: Belongings,
        after name: String
    ) throws {
        guard after.isNoMore(than: before) else {
            throw LabError(
                "\(name) leaves \(after.text), of \(before.text) before it: "
                    + after.beyond(before).joined(separator: ", ")
            )
        }
        if let device = after.descriptors.first(where: { $0.contains("/dev/iio:device") }) {
            throw LabError("\(name) leaves \(device) open")
        }
        LabRecorder.say("left \(name): \(after.text)")
    }

    /// Records until it fails or is stopped; answers how that ended.
    private func record(_ name: String, seconds: Double) async throws -> String {
        let recorder = request.recorder(name)
        do {
            _ = try await recorder.requestPermissions()
            try await recorder.start()
        } catch {
            return "refused: \(error)"
        }
        LabRecorder.say("begun \(name)")
        let timer = Task {
            try await Task.sleep(for: .seconds(seconds), clock: .continuous)
            _ = try? await recorder.stop()
        }
        await recorder.waitForEndOfSource()
        timer.cancel()
        _ = try? await recorder.stop()
        let samples = recorder.files.reduce(0) { $0 + $1.samples }
        return (recorder.error.map { "failed: \($0)" } ?? "stopped") + "; \(samples) samples"
    }
}

/// What a process has of the system.
struct Belongings {
    /// The names of its threads.
    var threads: [String]
    /// What its descriptors are of.
    var descriptors: [String]

    static var now: Belongings {
        let threads = ((try? FileSystem.list("/proc/self/task")) ?? []).map { thread in
            // Not by its size, which such a file does not tell.
            let name = FileSystem.shortText(of: "/proc/self/task/\(thread)/comm") ?? ""
            return String(name.prefix { $0 != "\n" })
        }
        let descriptors = ((try? FileSystem.list("/proc/self/fd")) ?? []).compactMap {
            try? FileSystem.linkTarget("/proc/self/fd/\($0)")
        }
        return Belongings(threads: threads.sorted(), descriptors: descriptors.sorted())
    }

    /// What it has at rest: the pool of tasks lets its threads go when they have had nothing to do
    /// for some seconds.
    static func settled(like wanted: Belongings?) -> Belongings {
        let wakeEvent = WakeEvent()
        var belongings = now
        var since = SystemClock.monotonic.nanoseconds
        let end = since + 20_000_000_000
        while SystemClock.monotonic.nanoseconds < end {
            if let wanted, belongings.isNoMore(than: wanted) { break }
            if wanted == nil, SystemClock.monotonic.nanoseconds - since > 7_000_000_000 { break }
            wakeEvent.wait(since: wakeEvent.count, upTo: .milliseconds(100))
            let next = now
            if next.text != belongings.text { since = SystemClock.monotonic.nanoseconds }
            belongings = next
        }
        return belongings
    }

    /// Whether nothing is here that was not there.
    ///
    /// A busy machine may have let go of the pool's threads only since then; a descriptor less is one that was
    /// closed twice.
    func isNoMore(than others: Belongings) -> Bool {
        beyond(others).isEmpty && descriptors.count == others.descriptors.count
    }

    var text: String { "\(threads.count) threads and \(descriptors.count) descriptors" }

    /// What is here and was not there.
    func beyond(_ others: Belongings) -> [String] {
        Self.difference(threads, others.threads).map { "the thread '\($0)'" }
            + Self.difference(descriptors, others.descriptors).map { "a descriptor of \($0)" }
    }

    private static func difference(_ names: [String], _ others: [String]) -> [String] {
        var others = others
        return names.filter { name in
            guard let index = others.firstIndex(of: name) else { return true }
            others.remove(at: index)
            return false
        }
    }
}
