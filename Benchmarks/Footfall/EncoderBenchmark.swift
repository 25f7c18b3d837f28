// Writing motion records as the recorder does: the sample file's own writer, its flushes and its
// checksum included, on the numbers that the peers write too.

import MotionRecorder
import SampleFile
import SystemCalls

struct EncoderBenchmark {
    private let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() throws {
        try pinAsAsked(arguments)
        let all = try SharedValues.load(arguments.text("values", ".build/peers/full.f64"))
        let rows = Array(all.prefix(try arguments.integer("records", .max)))
        let output = arguments.text("output", ".build/footfall.json")
        let hasClockTimes = arguments.flag("clock")
        let toFile = output != "none"
        let passes = toFile ? 1 : try arguments.integer("passes", 1)
        if toFile {
            if FileSystem.kind(of: output) == .file { try FileSystem.remove(output) }
        } else {
            // Once without the clock, as the peers do.
            _ = try encode(rows, hasClockTimes)
        }

        var bytes = 0
        let elapsed = try processorTimeTaken {
            for _ in 0..<passes {
                bytes +=
                    toFile
                    ? try write(rows, hasClockTimes, to: output)
                    : try encode(rows, hasClockTimes)
            }
        }
        let records = rows.count * passes
        try Report.json(
            Measurement(
                program: "footfall",
                nanoseconds: Double(elapsed) / Double(records),
                records: records,
                bytes: bytes
            )
        )
    }

    /// Makes the text and lets it go, each 64 KiB of it.
    private func encode(_ rows: [ValueRow], _ hasClockTimes: Bool) throws -> Int {
        var encoder = RecordEncoder(schema: MotionFormat.schema, layout: .jsonArray)
        let texts = MotionTexts()
        var bytes = 2
        for row in rows {
            encoder.beginRecord()
            if hasClockTimes {
                encoder.nanosecondsAsSeconds(MotionFormat.Column.uptime, row.uptimeInNanoseconds)
                encoder.nanosecondsAsSeconds(
                    MotionFormat.Column.timestamp,
                    row.timestampInNanoseconds
                )
            } else {
                encoder.number(MotionFormat.Column.uptime, row.uptime)
                encoder.number(MotionFormat.Column.timestamp, row.timestamp)
            }
            encoder.text(MotionFormat.Column.stepPath, texts.stepPath)
            encoder.text(MotionFormat.Column.sensorType, texts.sensorType)
            encoder.number(MotionFormat.Column.x, row.x)
            encoder.number(MotionFormat.Column.y, row.y)
            encoder.number(MotionFormat.Column.z, row.z)
            guard encoder.endRecord() else { throw BenchmarkError("a record was refused") }
            if encoder.bufferedBytes >= 65536 {
                bytes += encoder.bufferedBytes
                encoder.removeAll()
            }
        }
        return bytes + encoder.bufferedBytes
    }

    /// Makes the text, its checksum and a file of it that is whole after each 64 KiB.
    private func write(
        _ rows: [ValueRow],
        _ hasClockTimes: Bool,
        to output: String
    ) throws -> Int {
        let start = SystemClock.monotonic.nanoseconds
        var writer = try SampleFileWriter(
            creating: output,
            schema: MotionFormat.schema,
            layout: .jsonArray,
            policy: FlushPolicy()
        )
        let texts = MotionTexts()
        var untilTick = 64
        for row in rows {
            writer.beginRecord()
            if hasClockTimes {
                writer.nanosecondsAsSeconds(MotionFormat.Column.uptime, row.uptimeInNanoseconds)
                writer.nanosecondsAsSeconds(
                    MotionFormat.Column.timestamp,
                    row.timestampInNanoseconds
                )
            } else {
                writer.number(MotionFormat.Column.uptime, row.uptime)
                writer.number(MotionFormat.Column.timestamp, row.timestamp)
            }
            writer.text(MotionFormat.Column.stepPath, texts.stepPath)
            writer.text(MotionFormat.Column.sensorType, texts.sensorType)
            writer.number(MotionFormat.Column.x, row.x)
            writer.number(MotionFormat.Column.y, row.y)
            writer.number(MotionFormat.Column.z, row.z)
            guard writer.endRecord() else { throw BenchmarkError("a record was refused") }
            untilTick &-= 1
            if untilTick == 0 {
                untilTick = 64
                let elapsed = SystemClock.monotonic.nanoseconds - start
                try writer.tick(at: .nanoseconds(elapsed))
            }
        }
        return Int(try writer.close().bytes)
    }
}

private struct MotionTexts {
    let stepPath = PreparedText("walk")
    let sensorType = PreparedText("accelerometer")
}

extension ValueRow {
    fileprivate var uptimeInNanoseconds: Int64 { Int64((uptime * 1e9).rounded()) }
    fileprivate var timestampInNanoseconds: Int64 { Int64((timestamp * 1e9).rounded()) }
}
