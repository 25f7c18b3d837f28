// A kind of recorder of a test's own: all that the rest needs to know of it is in this one file.

import RecorderKinds
import Recording
import Research
import SampleFile
import SampleStream
import SessionFolder
import Timebase

/// How bright it was at an instant, or a word about missing readings.
struct Brightness: MarkedSample {
    var time: BootInstant
    var lux: Double
    var role = StreamRole.reading
    var channel: Int { 0 }

    static func gap(
        channel: Int,
        at time: BootInstant,
        lost: Int64,
        reason: GapReason,
        isEstimated: Bool
    ) -> Brightness {
        Brightness(
            time: time,
            lux: 0,
            role: .gap(lost: lost, reason: reason, isEstimated: isEstimated)
        )
    }

    static func mark(_ number: Int, at time: BootInstant) -> Brightness {
        Brightness(time: time, lux: 0, role: .mark(number))
    }
}

/// The record of a reading.
struct BrightnessFormat: SampleFormat {
    static let record = RecordSchema(
        RecordSchema.commonColumns + [.init("lux", .number)],
        inEveryRecord: RecordSchema.commonColumnsInEveryRecord
    )

    let schema = Self.record
    private let columns = CommonColumns(in: Self.record)
    private let lux = Self.record.index(of: "lux") ?? 0
    private let name = PreparedText("light")

    func name(ofChannel channel: Int) -> String { channel == 0 ? name.text : "" }
    func meaning(ofChannel channel: Int) -> String? { "lx" }
    func plot(ofChannel channel: Int) -> ChannelPlot? {
        channel == 0 ? ChannelPlot(lines: ["lux"], unit: "lx") : nil
    }
    func plotted(_ reading: Brightness) -> SIMD4<Float> { SIMD4(Float(reading.lux), 0, 0, 0) }

    func write(
        _ items: UnsafeBufferPointer<Brightness>,
        by writer: inout StreamWriter<BrightnessFormat>
    ) { unsafe writer.write(items, by: self) }

    func write(
        _ reading: Brightness,
        at place: borrowing RecordPlace,
        to file: inout SampleFileWriter
    ) {
        let time = reading.time.nanoseconds
        file.nanosecondsAsSeconds(columns.uptime, time)
        file.nanosecondsAsSeconds(columns.timestamp, place.timestamp(ofUptime: time))
        file.text(columns.stepPath, place.stepPath)
        file.text(columns.sensorType, name)
        file.number(lux, reading.lux)
    }
}

/// How a record is read back.
struct BrightnessForm: RecordedForm {
    let schema = BrightnessFormat.record
    let channelNames = ["light"]
    let subject = "light"
    private let lux = BrightnessFormat.record.index(of: "lux") ?? 0

    func reading(
        _ head: RecordedHead,
        _ batch: RecordBatch,
        _ row: Int
    ) throws(RecordedFault) -> Brightness {
        guard let lux = batch.number(row, lux) else { throw RecordedFault("it has no lux") }
        return Brightness(time: head.time, lux: lux)
    }

    func run(
        _ flow: RecordedFlow<BrightnessForm>,
        into sink: inout SampleSink<Brightness>,
        until stop: StopSignal
    ) throws -> SourceEnding { try flow.run(by: self, into: &sink, until: stop) }
}

/// What a task file says of a recorder.
struct BrightnessConfiguration: RSDJSONRecorderConfiguration, Codable {
    var identifier: String
    var startStepIdentifier: String?
    var stopStepIdentifier: String?
    var lamp: String?
    var usesCSV: Bool?

    var asyncActionType: RSDAsyncActionType { "light" }
    var requiresBackgroundAudio: Bool { false }
    var usesCSVEncoding: Bool { usesCSV ?? false }

    private enum CodingKeys: String, CodingKey {
        case identifier, startStepIdentifier, stopStepIdentifier, lamp
        case usesCSV = "usesCSVEncoding"
    }
}

/// The kind of recorder that a task file calls `light`.
struct BrightnessKind: RecorderKind {
    var declaration: RSDDeclaration<any RSDAsyncActionConfiguration> {
        RSDDeclaration(
            "light",
            BrightnessConfiguration.self,
            "Records how bright it is.",
            keys: RSDKey.asyncAction + [
                RSDKey("lamp", .word(["desk", "ceiling"]), "The lamp that is looked at."),
                RSDKey("usesCSVEncoding", .boolean, "Whether the file is CSV; JSON if not given."),
            ]
        )
    }

    let schema = BrightnessFormat.record
    let sensorTypes = ["light"]

    func format(for configuration: BrightnessConfiguration) -> BrightnessFormat {
        BrightnessFormat()
    }

    func form(for configuration: BrightnessConfiguration) -> BrightnessForm { BrightnessForm() }

    func configuration(
        repeating file: SessionManifest.File,
        of session: Session,
        only names: [String]?,
        _ settings: RSDRecorderSettings
    ) throws -> BrightnessConfiguration? {
        guard names?.contains("light") ?? true else { return nil }
        return BrightnessConfiguration(
            identifier: settings.identifier,
            usesCSV: settings.usesCSVEncoding
        )
    }
}
