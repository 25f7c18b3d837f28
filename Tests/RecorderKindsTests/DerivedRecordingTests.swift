// Derived readings from end to end: the synthetic walk through the real recorder into a file, judged
// by the walk's own truth; and back through the recorder again.

import FoundationEssentials
import MotionRecorder
import Orientation
import RecorderParts
import Recording
import SampleFile
import SampleStream
import SessionFolder
import SystemCalls
import Testing
import Timebase
import WalkSource

@testable import RecorderKinds

@MainActor
@Suite("A recording of derived readings")
struct DerivedRecordingTests {
    let folder: ScratchFolder
    let walk: SyntheticWalk
    let start = ClockReading.zero.advanced(by: .seconds(100))
    private typealias Column = MotionFormat.Column
    static let derived: [MotionSensorType] = MotionSensorType.allCases.filter(\.isDerived)

    init() throws {
        folder = try ScratchFolder()
        walk = try SyntheticWalk(SyntheticWalkDescription(seed: 9))
    }

    private func record(
        _ identifier: String,
        _ types: [MotionSensorType],
        at placement: WalkPlacement = .lowBack,
        seconds: Int = 10,
        usesCSV: Bool = false
    ) async throws -> RecordedFile {
        let timekeeper = ImmediateTimekeeper(startingAt: start)
        let recordings = Recordings(folder: folder, timekeeper: timekeeper)
        let walk = walk
        let recorder = recordings.recorder(identifier, types: types, rate: 100, usesCSV: usesCSV) {
            AnySampleSource(
                try SyntheticWalkSource(
                    walk: walk,
                    placement: placement,
                    request: $0.request,
                    timekeeper: timekeeper,
                    duration: .seconds(seconds)
                )
            )
        }
        return try #require(try await recordings.recordAll(recorder))
    }

    /// Records a recording again.
    private func replay(
        _ file: RecordedFile,
        _ types: [MotionSensorType],
        isSaid: Bool = true,
        as identifier: String = "again"
    ) async throws -> RecordedFile {
        let written = try WrittenFile(file, isSaid: isSaid)
        let session = try folder.session(
            of: [written],
            named: "session-\(file.identifier)",
            start: start
        )
        let entry = try #require(session.sampleFiles.first)
        let timekeeper = ImmediateTimekeeper(startingAt: start)
        let recordings = Recordings(folder: folder, timekeeper: timekeeper)
        let recorder = recordings.recorder(identifier, types: types, usesCSV: entry.layout == .csv)
        {
            AnySampleSource(
                RecordedSessionSource(
                    entry,
                    of: session,
                    types: Set($0.request.types + $0.request.derivedTypes),
                    timekeeper: timekeeper
                )
            )
        }
        let again = try await recordings.recordAll(recorder)
        if let error = recorder.error { throw error }
        return try #require(again)
    }

    /// One row of a file.
    private struct Row {
        var nanoseconds: Int64
        var type: String
        var vector: SIMD3<Double>
        var w: Double?
        var heading: Double?
        var accuracy: Int64?
        var frame: String?
        var quaternion: Quaternion { Quaternion(w: w ?? 0, x: vector.x, y: vector.y, z: vector.z) }
    }

    private func rows(of file: RecordedFile) throws -> [Row] {
        var rows: [Row] = []
        var reader = try SampleFileReader(opening: file.place.path, schema: MotionFormat.schema)
        while let batch = try reader.nextBatch() {
            for index in 0..<batch.count {
                guard let type = batch.text(index, Column.sensorType) else { continue }
                func number(_ column: Int) throws -> Double {
                    try #require(batch.number(index, column))
                }
                rows.append(
                    Row(
                        nanoseconds: Int64((try number(Column.uptime) * 1e9).rounded()),
                        type: type.description,
                        vector: SIMD3(
                            try number(Column.x),
                            try number(Column.y),
                            try number(Column.z)
                        ),
                        w: batch.number(index, Column.w),
                        heading: batch.number(index, Column.heading),
                        accuracy: batch.integer(index, Column.eventAccuracy),
                        frame: batch.text(index, Column.referenceCoordinate)?.description
                    )
                )
            }
        }
        return rows
    }

    /// The lines of a file that are of a type, without what divides them.
    private func lines(of file: RecordedFile, _ type: String) throws -> [Substring] {
        let text = String(decoding: try ScratchFolder.bytes(of: file.place.path), as: UTF8.self)
        return text.split(separator: "\n").filter { $0.contains("\"\(type)\"") }
            .map { $0.last == "," ? $0.dropLast() : $0 }
    }

    private func rootMeanSquare(_ values: [Double]) -> Double {
        (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
    }

    @Test("has the attitude that the walk truly had, with north", arguments: WalkPlacement.usual)
    func truth(placement: WalkPlacement) async throws {
        let file = try await record("walk", Self.derived, at: placement, seconds: 60)
        #expect(file.channels.map(\.name).sorted() == Self.derived.map(\.rawValue).sorted())
        #expect(file.channels.allSatisfy { $0.account.samples == 6000 && $0.account.lost.isEmpty })
        #expect(file.channels.allSatisfy { $0.nominalRateInHertz == 100 })
        #expect(file.source.details["derived"]?.hasSuffix("(North-West-Up, VQF)") == true)
        let sensor = try #require(SyntheticTruth(of: file.source)).sensor
        var tilts: [Double] = []
        var headings: [Double] = []
        var gravities: [Double] = []
        var pushes: [Double] = []
        for row in try rows(of: file) where row.nanoseconds > 110_000_000_000 {
            let index = Int((row.nanoseconds - 100_000_000_000) / 10_000_000)
            let state = sensor.state(ofSample: index)
            let truth = Quaternion(
                w: state.attitude.w,
                x: state.attitude.x,
                y: state.attitude.y,
                z: state.attitude.z
            )
            let up = truth.inverse.rotate(SIMD3(0, 0, 1))
            switch row.type {
            case "attitude":
                #expect(row.frame == "North-West-Up")
                #expect(row.heading != nil)
                let error = row.quaternion * truth.inverse
                tilts.append(error.inclinationInRadians * 180 / .pi)
                if row.nanoseconds > 130_000_000_000 {
                    headings.append(error.headingInRadians * 180 / .pi)
                }
            case "gravity": gravities.append(length(row.vector - up))
            case "userAcceleration":
                pushes.append(length(row.vector - (state.specificForceInG - up)))
            default: break
            }
        }
        #expect(tilts.count == 4999)
        // The sensors' own errors leave so much; the filter alone is no better.
        #expect(rootMeanSquare(tilts) < 2.5)
        #expect(rootMeanSquare(headings) < 4)
        #expect(rootMeanSquare(gravities) < 0.045)
        #expect(rootMeanSquare(pushes) < 0.04)
    }

    @Test("is upright without a magnetometer, and says that it knows no north")
    func uprightOnly() async throws {
        let file = try await record("walk", [.attitude], seconds: 60)
        #expect(file.channels.map(\.name) == ["attitude"])
        let sensor = try #require(SyntheticTruth(of: file.source)).sensor
        var tilts: [Double] = []
        for (index, row) in try rows(of: file).enumerated() {
            #expect(row.frame == "Z-Up" && row.heading == nil && row.accuracy == -1)
            let truth = sensor.state(ofSample: index).attitude
            let error =
                row.quaternion
                * Quaternion(w: truth.w, x: truth.x, y: truth.y, z: truth.z).inverse
            if index >= 1000 { tilts.append(error.inclinationInRadians * 180 / .pi) }
        }
        #expect(tilts.count == 5000)
        #expect(rootMeanSquare(tilts) < 2)
    }

    @Test("has what the filter alone makes of the same sensors", arguments: WalkPlacement.allCases)
    func filterAlone(placement: WalkPlacement) async throws {
        let file = try await record("walk", [.attitude, .magneticField], at: placement)
        var sensor = try #require(SyntheticTruth(of: file.source)).sensor
        var filter = OrientationFilter(rateInHertz: 100)
        let attitudes = try rows(of: file).filter { $0.type == "attitude" }
        #expect(attitudes.count == 1000)
        for (index, row) in attitudes.enumerated() {
            let reading = sensor.reading(ofSample: index)
            filter.update(
                gyroscope: reading.angularRateInRadiansPerSecond,
                accelerometer: reading.specificForceInG,
                magnetometer: reading.magneticFieldInMicrotesla
            )
            let expected = try #require(filter.attitude9D)
            #expect((row.quaternion * expected.inverse).angleInRadians < 1e-6)
            #expect(row.accuracy == (filter.isMagneticFieldDisturbed ? 0 : 1))
        }
    }

    @Test("is the same bytes when it is recorded again", arguments: [false, true])
    func replaysIdentically(usesCSV: Bool) async throws {
        let file = try await record("walk", MotionSensorType.allCases, usesCSV: usesCSV)
        #expect(file.channels.count == 8)
        let again = try await replay(file, MotionSensorType.allCases)
        let bytes = try ScratchFolder.bytes(of: file.place.path)
        #expect(try ScratchFolder.bytes(of: again.place.path) == bytes)
        #expect(again.source.details.isEmpty)
    }

    @Test("gives what was derived as it is, alone as with others", arguments: [false, true])
    func replaysDerived(isSaid: Bool) async throws {
        let file = try await record("walk", [.accelerometer, .gyro, .attitude])
        let again = try await replay(file, [.attitude], isSaid: isSaid)
        #expect(again.channels.map(\.name) == ["attitude"])
        #expect(again.source.details["derived"] == nil)
        #expect(try lines(of: again, "attitude") == lines(of: file, "attitude"))
    }

    @Test("is the same whether it is derived while it is recorded or when it is recorded again")
    func derivesInReplay() async throws {
        let live = try await record("live", MotionSensorType.allCases)
        let raw = try await record("raw", MotionSensorType.raw)
        let later = try await replay(raw, Self.derived + [.gyro])
        #expect(later.channels.count == 6)
        #expect(later.source.details["derived"] != nil)
        for type in Self.derived + [.gyro] {
            let found = try lines(of: later, type.rawValue)
            #expect(found.count == 1000)
            // The step path is the recorder's identifier, and that is another.
            let expected = try lines(of: live, type.rawValue).map { line in
                String(line).replacing("\"live\"", with: "\"raw\"")
            }
            #expect(found.map(String.init) == expected)
        }
        // The last record is the mark of the end.
        let text = String(decoding: try ScratchFolder.bytes(of: later.place.path), as: UTF8.self)
        #expect(text.split(separator: "\n").dropLast().last?.contains("\"stop\"") == true)
    }

    private func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }
}
