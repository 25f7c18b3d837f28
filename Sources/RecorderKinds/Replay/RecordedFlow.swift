// Feeds a recorded file into a recorder. Its description and the reading of records are the same, whether the
// records keep their times or move to those of another run.

internal import Recording
public import SampleFile
public import SampleStream
public import SessionFolder
public import Timebase

/// One recorded file, and the wanted part of it.
public struct RecordedFlow<Form: RecordedForm>: Sendable {
    /// The times at which the records come.
    @usableFromInline
    enum Manner: Sendable {
        /// Unchanged, up to a cut.
        case asTheyStand(cut: BootInstant?)
        /// Moved by a duration; records before the opening are left out.
        case moved(by: Duration, opening: BootInstant)
    }

    let form: Form
    let file: SessionManifest.File
    let session: Session
    let clocks: ClockReading?
    let channels: Set<Int>
    @usableFromInline let timekeeper: any Timekeeper
    /// The marks among the items so far.
    public let marks = MarkTable()
    @usableFromInline var manner: Manner

    init(
        _ file: SessionManifest.File,
        of session: Session,
        form: Form,
        channels: Set<Int>?,
        timekeeper: any Timekeeper,
        manner: Manner
    ) {
        self.form = form
        self.file = file
        self.session = session
        clocks = session.manifest.clocks.first
        self.channels = channels ?? form.allChannels
        self.timekeeper = timekeeper
        self.manner = manner
    }

    /// A whole file, for reading it before a recorder does.
    ///
    /// - Parameters:
    ///   - file: The file, from the session's manifest.
    ///   - session: The session.
    ///   - form: How its records become samples.
    ///   - channels: The wanted channels; readings and gaps of others are left out.
    public init(
        reading file: SessionManifest.File,
        of session: Session,
        form: Form,
        channels: Set<Int>
    ) {
        self.init(
            file,
            of: session,
            form: form,
            channels: channels,
            timekeeper: LiveTimekeeper(),
            manner: .asTheyStand(cut: nil)
        )
    }

    /// Passes every record to a closure, unchanged and without waiting.
    ///
    /// It is inlinable so that the code per record is specialised, like `run(by:into:until:)`.
    @inlinable
    public func forEachItem(by form: Form, _ take: (Form.Sample) -> Void) throws {
        var form = form
        var items = items()
        var reader = try reader()
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                let item = try items.item(batch, row)
                if let moved = item.moved { take(mark(moved, at: item.time)) }
                if let sample = try sample(of: item, batch, row, by: &form, items) { take(sample) }
            }
        }
    }

    /// Feeds the records to a recorder; called by the form's `run(_:into:until:)`.
    ///
    /// It is inlinable so that the code per record is compiled for the form, in whichever module that is.
    @inlinable
    public func run(
        by form: Form,
        into sink: inout SampleSink<Form.Sample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        switch manner {
        case .asTheyStand(let cut):
            return try repeatRecords(by: form, cut: cut, into: &sink, until: stop)
        case .moved(let shift, let opening):
            return try moveRecords(by: form, shift, after: opening, into: &sink, until: stop)
        }
    }

    /// The items of the records, with their times moved.
    @usableFromInline
    func items(movedBy shift: Duration = .zero) -> RecordedItems {
        RecordedItems(
            file: session.path(of: file),
            start: file.startUptime,
            of: form,
            channels: channels,
            shift: shift
        )
    }

    /// Describes the recording as a source does; throws if the beginning of the file is damaged.
    func open(clock: String) throws -> SourceDescription {
        _ = try reader()
        var description = SourceDescription(name: file.path, kind: "recording", clock: clock)
        description.isPaced = true
        description.placement = file.placement
        for sensor in file.sensors {
            guard let channel = form.channel(named: sensor.sensorType) else { continue }
            description.nominalRatesInHertz[channel] = sensor.nominalRateInHertz
        }
        description.marks = marks
        let derived = channels.intersection(form.derivedChannels)
        if !derived.isEmpty {
            let present = try Self.channels(of: file, in: session, by: form)
            description.readyChannels = present.intersection(derived)
        }
        return description
    }

    /// The channels of the file, from its manifest; if a crashed session's manifest does not list them, from its
    /// records.
    static func channels(
        of file: SessionManifest.File,
        in session: Session,
        by form: Form
    ) throws -> Set<Int> {
        guard file.sensors.isEmpty else {
            return Set(file.sensors.compactMap { form.channel(named: $0.sensorType) })
        }
        let all = form.allChannels
        let sensorType = CommonColumns(in: form.schema).sensorType
        var missing = all.map { (channel: $0, name: Array(form.channelNames[$0].utf8)) }
        var reader = try session.reader(of: file, schema: form.schema)
        do {
            while !missing.isEmpty, let batch = try reader.nextBatch() {
                for row in 0..<batch.count {
                    guard let name = batch.text(row, sensorType) else { continue }
                    missing.removeAll { name == $0.name }
                }
            }
        } catch {
            // The capture reaches the same place and reports the error there.
        }
        return all.subtracting(missing.map(\.channel))
    }

    @usableFromInline
    func reader() throws -> SampleFileReader {
        try session.reader(of: file, schema: form.schema)
    }
}
