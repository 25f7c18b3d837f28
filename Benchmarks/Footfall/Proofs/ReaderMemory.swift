// Checks that a file of 400 MB is read in the memory that one of 20 MB needs. A process of its own reads each file to
// its end, and measures its memory after every batch.

import Foundation
import Recording
import SampleFile
import SystemCalls
import Timebase

struct ReaderMemory {
    private let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() async throws {
        let megabytes = [
            try arguments.integer("small-megabytes", 20),
            try arguments.integer("large-megabytes", 400),
        ]
        let folder = arguments.text("output", ".build/proofs/reader-memory")
        var readings: [Measurement] = []
        for size in megabytes { readings.append(try await read(megabytes: size, in: folder)) }

        let peaks = readings.compactMap(\.residentPeak)
        let spans = readings.compactMap(\.residentSpan)
        guard let lowest = peaks.min(), let highest = peaks.max(), let widest = spans.max(),
            lowest > 0, peaks.count == megabytes.count
        else { throw BenchmarkError("the readers did not report their memory") }
        Report.line(
            "the larger file takes \(Table.mebibytes(highest - lowest)) MiB more or less than the "
                + "smaller"
        )
        guard widest <= 1 << 20 else {
            throw BenchmarkError("a reader's memory is not flat: it spans \(widest) bytes")
        }
        guard highest - lowest <= 1 << 20 else {
            throw BenchmarkError("a reader's memory follows the file's size: \(peaks) bytes")
        }
    }

    /// Makes a file of about so many megabytes, and has it read.
    private func read(megabytes: Int, in folder: String) async throws -> Measurement {
        guard let program = Bundle.main.executablePath else {
            throw BenchmarkError("the path of this program is unknown")
        }
        // A numbered sample takes at least 140 bytes.
        let samples = megabytes * 1_000_000 / 140
        let file = try await NumberedRecording.run(
            NumberedSource.Plan(
                samples: samples,
                rateInHertz: 200,
                waitsForRoom: true,
                timekeeper: ImmediateTimekeeper()
            ),
            into: folder
        )
        defer { try? FileSystem.remove(file.place.path) }
        let size = Double(file.summary.bytes) / 1e6
        guard size >= Double(megabytes) else {
            throw BenchmarkError("the file has only \(Table.decimals(size, 1)) MB")
        }
        let reading = try Trials.measure(
            Contender(
                name: "walk",
                command: [program, "walk", "--input", file.place.path],
                needs: program
            )
        )
        guard reading.records == samples else {
            throw BenchmarkError("\(reading.records ?? 0) of \(samples) samples were read")
        }
        Report.line(
            "\(Table.decimals(size, 1)) MB, \(samples) samples: read in "
                + "\(Table.mebibytes(reading.residentPeak ?? 0)) MiB, span "
                + "\(Table.mebibytes(reading.residentSpan ?? 0)) MiB"
        )
        return reading
    }
}
