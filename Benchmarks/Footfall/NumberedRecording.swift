// Records numbered samples by the real recorder into a real file, and reads that file to find each of them there or
// in a gap that counts it.

import MotionRecorder
import RecorderKinds
import Recording
import Research
import SampleFile
import SampleStream
import SystemCalls
import Timebase

enum NumberedRecording {
    /// Records the plan's samples, or what is computed from them, into `folder`; returns the closed file.
    @MainActor
    static func run(
        _ plan: NumberedSource.Plan,
        into folder: String,
        types: [MotionSensorType] = MotionRecorderConfiguration.defaultTypes,
        compression: SampleFileCompression? = nil,
        prepare: (RSDSampleRecorder) -> Void = { _ in }
    ) async throws -> RecordedFile {
        try FileSystem.makeDirectories(folder)
        let name = ["numbered.json", compression?.fileExtension].compactMap(\.self)
            .joined(separator: ".")
        let path = "\(folder)/\(name)"
        if FileSystem.kind(of: path) == .file { try FileSystem.remove(path) }
        let files = RecorderFiles(claim: { _ in
            FilePlace(path: path, relativePath: name)
        })
        var environment = RecorderEnvironment(
            files: files,
            timekeeper: plan.timekeeper,
            zone: .utc
        )
        environment.flushPolicy.compression = compression
        let recorder = MotionRecorder(
            MotionRecorderKind(),
            configuration: MotionRecorderConfiguration(
                identifier: "numbered",
                recorderTypes: types,
                frequency: plan.rateInHertz / 2
            ),
            path: RSDStandalonePath(identifier: "numbered"),
            environment: environment,
            source: { _ in AnySampleSource(NumberedSource(plan)) }
        )
        prepare(recorder)
        try await recorder.start()
        await recorder.waitForEndOfSource()
        _ = try await recorder.stop()
        guard let file = recorder.files.first else { throw BenchmarkError("no file was recorded") }
        return file
    }
}

/// What a file of numbered samples holds.
struct NumberedWalk {
    private(set) var samples = 0
    private(set) var gaps = 0
    /// Samples that gaps count.
    private(set) var missing = 0
    /// The next expected number of each channel.
    private(set) var next = [0, 0]
    /// Seconds of uptime of the last sample.
    private(set) var lastUptime = 0.0

    /// Samples that are there or counted.
    var accounted: Int { next[0] + next[1] }

    /// Reads a file to its end, and calls `onBatch` after each batch of records; throws at the first
    /// sample that is neither there nor counted.
    init(through path: String, onBatch: () -> Void = {}) throws {
        var reader = try SampleFileReader(opening: path, schema: MotionFormat.schema)
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                try take(row, of: batch)
            }
            onBatch()
        }
    }

    private mutating func take(_ row: Int, of batch: RecordBatch) throws {
        typealias Column = MotionFormat.Column
        guard let sensor = batch.text(row, Column.sensorType) else { return }
        let channel = sensor == "gyro" ? 1 : 0
        if let lost = batch.integer(row, Column.lost) {
            gaps += 1
            missing += Int(lost)
            next[channel] += Int(lost)
            return
        }
        guard let number = batch.number(row, Column.x) else {
            throw BenchmarkError("record \(batch.firstRecord + row) has no number")
        }
        guard Int(number) == next[channel] else {
            throw BenchmarkError(
                "record \(batch.firstRecord + row): sample \(Int(number)) of \(sensor) comes "
                    + "where \(next[channel]) should"
            )
        }
        next[channel] += 1
        samples += 1
        lastUptime = batch.number(row, Column.uptime) ?? lastUptime
    }
}
