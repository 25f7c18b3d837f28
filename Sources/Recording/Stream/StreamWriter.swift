// Writes a stream's items, in order, as records of one file, with marks and gaps among them. It is a value that the
// writer thread owns; it never waits for items.

public import SampleFile
public import SampleStream
internal import SystemCalls
public import Timebase

/// Writes the items of one stream to one file.
@safe
public struct StreamWriter<Format: SampleFormat>: ~Copyable {
    public typealias Sample = Format.Sample

    /// The most channels that a stream can have.
    @usableFromInline static var channels: Int { 16 }

    let format: Format
    let columns: CommonColumns
    let channelNames: [PreparedText]
    let dates: RecordDates
    let latestValues: LatestValues<Sample>
    @usableFromInline var file: SampleFileWriter
    @usableFromInline var place: RecordPlace
    @usableFromInline var unsettled = UnsettledRecords()
    @usableFromInline var tallies = ReadingTallies()
    /// Readings that gap records must still report: refused, paused, or lost to a full disk.
    @usableFromInline var unreported = LossLedger()
    @usableFromInline var hasUnreported = false
    /// Whether every item must be checked: a note is pending, the stream is paused, or earlier items may still come
    /// after an overdue note.
    @usableFromInline var isWatchful = false
    var notes: [TimedNote] = []
    var isPaused = false
    /// How long notes wait for an item; `nil` if they wait as long as it takes.
    var patience: NotePatience?
    var earlierStates: [EarlierState] = []
    /// The current state while an item from before an overdue note is written; otherwise `nil`.
    var present: RecordState?
    var marks: MarkTable?
    /// The gaps that records of the file report.
    var told = LossLedger()
    /// For each channel, how many of the lost readings were in lost files.
    var lostEarlier = [Int64](repeating: 0, count: 16)
    var lastMarks: [PendingMark] = []
    /// The marks of the file, to be written again if it is lost.
    var marksOfFile = MarksOfFile()
    /// The latest instant of a mark or a gap.
    var latestWord = BootInstant(nanoseconds: .min)
    /// Why the file accepts no more records.
    var failure: SampleFileWriteFailure?

    /// Writes to a file that was just created.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - format: How readings become records.
    ///   - origin: The instant from which timestamps count.
    ///   - dates: How instants become dates.
    ///   - stepPath: The step path of the first records.
    ///   - latestValues: Receives the latest readings.
    ///   - marks: The texts of recorded marks, if the source replays any.
    init(
        to file: consuming SampleFileWriter,
        format: Format,
        origin: BootInstant,
        dates: RecordDates,
        stepPath: String,
        latestValues: LatestValues<Sample>,
        marks: MarkTable?
    ) {
        self.format = format
        self.file = file
        self.dates = dates
        self.latestValues = latestValues
        self.marks = marks
        columns = CommonColumns(in: format.schema)
        channelNames = (0..<Self.channels).map { PreparedText(format.name(ofChannel: $0)) }
        place = RecordPlace(
            originNanoseconds: origin.nanoseconds,
            stepPath: PreparedText(stepPath)
        )
    }
}

// MARK: - Samples

extension StreamWriter {
    /// Writes items in order; the format calls it, so that it is specialised for that format.
    ///
    /// If the file fails, the rest of the items is counted as lost.
    @inlinable
    public mutating func write(_ items: UnsafeBufferPointer<Sample>, by format: Format) {
        // The channels of the written readings that are not published yet, and the index of the first one.
        var seen: UInt32 = 0
        var first = 0
        var index = 0
        do throws(SampleFileWriteFailure) {
            while index < items.count {
                let item = unsafe items[index]
                if isWatchful { try prepare(for: item.time) }
                switch item.role {
                case .reading:
                    if try write(reading: item, by: format) {
                        seen |= 1 << UInt32(truncatingIfNeeded: item.channel & 15)
                    } else {
                        unsafe publishLatest(items, in: first..<index, channels: seen)
                        seen = 0
                        first = index &+ 1
                    }
                case .gap(let lost, let reason, let isEstimated):
                    try takeGap(
                        LossLedger.Entry(
                            channel: item.channel,
                            reason: reason,
                            firstMissing: item.time,
                            count: lost,
                            isEstimated: isEstimated
                        )
                    )
                case .mark(let number):
                    try writeRecordedMark(number, at: item.time)
                }
                index &+= 1
            }
        } catch {
            // The failed flush may have lost the earlier readings of this batch, so they are not published either.
            seen = 0
            unsafe countAsLost(UnsafeBufferPointer(rebasing: items[index...]))
        }
        if isWatchful { returnToPresent() }
        unsafe publishLatest(items, in: first..<index, channels: seen)
    }

    /// Writes a reading; returns false if it was only counted, because of a pause or because the file refused it.
    @inlinable
    mutating func write(
        reading: Sample,
        by format: Format
    ) throws(SampleFileWriteFailure) -> Bool {
        if isWatchful, skipIfPaused(reading) { return false }
        if hasUnreported || unsettled.isFull { try makeRoom() }
        file.beginRecord()
        format.write(reading, at: place, to: &file)
        guard file.endRecord() else {
            note(refused: reading)
            return false
        }
        let time = reading.time.nanoseconds
        let channel = reading.channel & (Self.channels - 1)
        unsettled.append(
            UnsettledRecord(time: time, readings: 1, channel: channel, reason: nil)
        )
        tallies.count(channel, at: time)
        return true
    }

    /// Publishes the last reading of each channel for live views, and all readings if somebody draws curves.
    ///
    /// All readings of the range have been written: a live view shows none that a pause skipped.
    @usableFromInline
    func publishLatest(
        _ items: UnsafeBufferPointer<Sample>,
        in range: Range<Int>,
        channels: UInt32
    ) {
        guard channels != 0 else { return }
        var missing = channels
        var index = range.upperBound - 1
        while missing != 0, index >= range.lowerBound {
            let item = unsafe items[index]
            let bit = UInt32(1) << UInt32(item.channel & 15)
            if item.role == .reading, missing & bit != 0 {
                missing &= ~bit
                latestValues.publish(item, count: tallies[item.channel & 15].samples)
            }
            index -= 1
        }
        guard let curves = latestValues.watchedCurves else { return }
        for index in range {
            let item = unsafe items[index]
            guard item.role == .reading else { continue }
            curves.add(format.plotted(item), channel: item.channel, at: item.time)
        }
    }

    /// Counts a reading that cannot be written, such as a NaN, as a gap of reason `source`.
    @usableFromInline
    mutating func note(refused reading: Sample) {
        addUnreported(of: reading, .source)
    }

    /// Reports losses and flushes full buffers before the next record.
    @usableFromInline
    mutating func makeRoom() throws(SampleFileWriteFailure) {
        if hasUnreported { try reportLosses() }
        if unsettled.isFull { try flush() }
    }

    @usableFromInline
    mutating func addUnreported(_ loss: LossLedger.Entry) {
        unreported.add(loss)
        hasUnreported = true
    }

    /// Counts a reading that will not be written.
    @usableFromInline
    mutating func addUnreported(of reading: Sample, _ reason: GapReason) {
        addUnreported(
            LossLedger.Entry(
                channel: reading.channel,
                reason: reason,
                firstMissing: reading.time,
                count: 1
            )
        )
    }
}

// MARK: - Files

extension StreamWriter {
    /// Flushes and synchronizes according to the file's policy.
    mutating func tick() throws(SampleFileWriteFailure) {
        try accounting { writer throws(SampleFileWriteFailure) in
            try writer.file.tick(at: .nanoseconds(SystemClock.monotonic.nanoseconds))
        }
        settle()
    }

    mutating func flush() throws(SampleFileWriteFailure) {
        try accounting { writer throws(SampleFileWriteFailure) in try writer.file.flush() }
        settle()
    }

    /// Performs an operation on the file; if it fails, stores the failure and counts what is lost.
    private mutating func accounting(
        _ work: (inout StreamWriter) throws(SampleFileWriteFailure) -> Void
    ) throws(SampleFileWriteFailure) {
        do throws(SampleFileWriteFailure) {
            try work(&self)
        } catch {
            failure = error
            // After a takeover, waiting records keep waiting for another file.
            if !error.isTakenOver { account(forLossAfter: error.recordsKept) }
            throw error
        }
    }

    /// Forgets the unflushed records once they are in the file.
    private mutating func settle() {
        guard file.bufferedRecords == 0 else { return }
        unsettled.removeAll()
        tallies.settle()
        lastMarks.removeAll(keepingCapacity: true)
    }

    /// After a failed flush, counts all unflushed records as lost except the first `kept`, which reached the file.
    mutating func account(forLossAfter kept: Int) {
        let kept = min(kept, unsettled.count)
        // The gaps to come cover the lost readings, so later marks such as the stop must not precede these.
        latestWord = latest
        tallies.unsettle()
        for index in 0..<kept { tally(unsettled[index]) }
        tallies.settle()
        for index in kept..<unsettled.count {
            let record = unsettled[index]
            guard record.readings > 0 else { continue }
            let loss = LossLedger.Entry(
                channel: Int(record.channel),
                reason: record.reason ?? .disk,
                firstMissing: BootInstant(nanoseconds: record.time),
                count: record.readings,
                isEstimated: record.isEstimated
            )
            if record.reason != nil { told.takeBack(loss) }
            addUnreported(loss)
        }
        lastMarks.removeAll { $0.record < kept }
        unsettled.removeAll()
    }

    /// Counts an unflushed record in the tally of its channel.
    mutating func tally(_ record: UnsettledRecord) {
        guard record.readings > 0 else { return }
        if record.reason == nil {
            tallies.count(Int(record.channel), at: record.time)
        } else {
            tallies.lose(record.readings, of: Int(record.channel))
        }
    }

    /// Counts items that arrive after the file has failed.
    @usableFromInline
    mutating func countAsLost(_ items: UnsafeBufferPointer<Sample>) {
        for index in 0..<items.count {
            let item = unsafe items[index]
            if item.role == .reading {
                addUnreported(of: item, .disk)
            } else {
                unreported.add(item)
                hasUnreported = true
            }
        }
    }

    /// Missing readings that gap records report so far, without those of pauses.
    var lostInAll: Int64 {
        told.entries.reduce(0) { $1.reason == .paused ? $0 : $0.addingClamped($1.count) }
    }

    /// Readings written so far.
    var samplesWritten: Int {
        (0..<Self.channels).reduce(0) { $0 + tallies[$1].samples }
    }

    /// The latest instant of any record.
    var latest: BootInstant {
        (0..<Self.channels).reduce(latestWord) { latest, channel in
            max(latest, BootInstant(nanoseconds: tallies[channel].last))
        }
    }

    /// The account of each channel.
    var accounts: [ChannelAccount] {
        (0..<Self.channels).map { channel in
            let tally = tallies[channel]
            var account = ChannelAccount()
            account.samples = tally.samples
            // Losses that no record reports go into the manifest.
            for entry in told.entries + unreported.entries where entry.channel == channel {
                account.lost[entry.reason] = (account.lost[entry.reason] ?? 0).addingClamped(
                    entry.count
                )
            }
            account.lostEarlier = lostEarlier[channel]
            account.lostBetween = tally.lostBetween
            if tally.first <= tally.last {
                account.first = BootInstant(nanoseconds: tally.first)
                account.last = BootInstant(nanoseconds: tally.last)
            }
            return account
        }
    }

    /// Checks whether the folder still belongs to this recording; if not, stores the failure.
    mutating func requireRight() {
        guard failure == nil else { return }
        do throws(SampleFileWriteFailure) { try file.requireRight() } catch { failure = error }
    }

    /// Throws if the file on disk is no longer the one that this writer writes.
    mutating func requireFile() throws(SampleFileWriteFailure) {
        // `settle` is not called: after a failed flush the buffer is empty although its marks are not in the file.
        try accounting { writer throws(SampleFileWriteFailure) in try writer.file.requireFile() }
    }

    /// Closes the file; throws for a lost file, without touching it.
    consuming func close() throws(SampleFileWriteFailure) -> SampleFileSummary {
        if let failure, failure.loss != nil { throw failure }
        return try file.close()
    }
}
