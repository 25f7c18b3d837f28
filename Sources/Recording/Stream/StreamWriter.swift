// The writer's end of a stream: takes items in order and makes them records of one file, with the
// marks and gaps at their places. It is a value of the writer thread; nothing here waits.

public import SampleFile
public import SampleStream
internal import SystemCalls
public import Timebase

/// Writes the items of one stream to one file.
@safe
public struct StreamWriter<Format: SampleFormat>: ~Copyable {
    public typealias Sample = Format.Sample

    /// How many channels a stream has at most.
    @usableFromInline static var channels: Int { 16 }

    let format: Format
    let columns: CommonColumns
    let channelNames: [PreparedText]
    let dates: RecordDates
    let tap: LiveTap<Sample>
    @usableFromInline var file: SampleFileWriter
    @usableFromInline var place: RecordPlace
    @usableFromInline var unsettled = UnsettledRecords()
    @usableFromInline var tallies = ReadingTallies()
    /// Readings to be told of in gap records: refused, paused, or beyond a full disk.
    @usableFromInline var unreported = LossLedger()
    @usableFromInline var hasUnreported = false
    /// Whether something must be looked at for every single item: a note not due yet, a pause, or
    /// one that items may still come from before.
    @usableFromInline var isWatchful = false
    var notes: [TimedNote] = []
    var isPaused = false
    /// How long notes wait for an item; without it, for ever.
    var patience: NotePatience?
    var earlierStates: [EarlierState] = []
    /// What is the case but for the item that is being written.
    var present: RecordState?
    var marks: MarkTable?
    /// The gaps that records of the file tell of.
    var told = LossLedger()
    /// Of those, and of the unreported, how many of each channel went with lost files.
    var lostEarlier = [Int64](repeating: 0, count: 16)
    var lastMarks: [PendingMark] = []
    /// The marks of the file, to be said again in another if it is lost.
    var marksOfFile = MarksOfFile()
    /// The latest instant of a mark or a gap.
    var latestWord = BootInstant(nanoseconds: .min)
    /// Why the file takes no more.
    var failure: SampleFileWriteFailure?

    /// Writes to a file that has just been made.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - format: How readings become records.
    ///   - origin: The instant from which timestamps count.
    ///   - dates: How instants are written as dates.
    ///   - stepPath: The step path of the first records.
    ///   - tap: Where the latest readings are left.
    ///   - marks: The words of recorded marks, if the source repeats any.
    init(
        to file: consuming SampleFileWriter,
        format: Format,
        origin: BootInstant,
        dates: RecordDates,
        stepPath: String,
        tap: LiveTap<Sample>,
        marks: MarkTable?
    ) {
        self.format = format
        self.file = file
        self.dates = dates
        self.tap = tap
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
    /// Writes items in order; called by the format, so that it is compiled for it.
    ///
    /// When the file fails among them, the rest is counted as lost.
    @inlinable
    public mutating func write(_ items: UnsafeBufferPointer<Sample>, by format: Format) {
        var seen: UInt32 = 0
        var index = 0
        do throws(SampleFileWriteFailure) {
            while index < items.count {
                let item = unsafe items[index]
                if isWatchful { try prepare(for: item.time) }
                switch item.role {
                case .reading:
                    if isWatchful, skipIfPaused(item) { break }
                    try write(reading: item, by: format)
                    seen |= 1 << UInt32(truncatingIfNeeded: item.channel & 15)
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
            unsafe countAsLost(UnsafeBufferPointer(rebasing: items[index...]))
        }
        if isWatchful { returnToPresent() }
        if seen != 0 { unsafe leaveInTap(items, channels: seen) }
    }

    @inlinable
    mutating func write(reading: Sample, by format: Format) throws(SampleFileWriteFailure) {
        if hasUnreported || unsettled.isFull { try makeRoom() }
        file.beginRecord()
        format.write(reading, at: place, to: &file)
        guard file.endRecord() else {
            note(refused: reading)
            return
        }
        let time = reading.time.nanoseconds
        let channel = reading.channel & (Self.channels - 1)
        unsettled.append(
            UnsettledRecord(time: time, readings: 1, channel: channel, reason: nil)
        )
        tallies.count(channel, at: time)
    }

    /// Leaves the last reading of each channel to whoever watches, and their course where somebody draws it.
    @usableFromInline
    func leaveInTap(_ items: UnsafeBufferPointer<Sample>, channels: UInt32) {
        var missing = channels
        var index = items.count - 1
        while missing != 0, index >= 0 {
            let item = unsafe items[index]
            let bit = UInt32(1) << UInt32(item.channel & 15)
            if item.role == .reading, missing & bit != 0 {
                missing &= ~bit
                tap.publish(item, count: tallies[item.channel & 15].samples)
            }
            index -= 1
        }
        guard let curves = tap.watchedCurves else { return }
        for index in 0..<items.count {
            let item = unsafe items[index]
            guard item.role == .reading else { continue }
            curves.add(format.plotted(item), channel: item.channel, at: item.time)
        }
    }

    /// A reading that cannot be written (a value that is no number) is a gap that the source made.
    @usableFromInline
    mutating func note(refused reading: Sample) {
        addUnreported(of: reading, .source)
    }

    /// Tells what is to be told and flushes what is full, before the next record.
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
    /// Flushes and synchronizes as the policy of the file says.
    mutating func tick() throws(SampleFileWriteFailure) {
        try settling { writer throws(SampleFileWriteFailure) in
            try writer.file.tick(at: .nanoseconds(SystemClock.monotonic.nanoseconds))
        }
    }

    mutating func flush() throws(SampleFileWriteFailure) {
        try settling { writer throws(SampleFileWriteFailure) in try writer.file.flush() }
    }

    private mutating func settling(
        _ work: (inout StreamWriter) throws(SampleFileWriteFailure) -> Void
    ) throws(SampleFileWriteFailure) {
        do throws(SampleFileWriteFailure) {
            try work(&self)
            if file.bufferedRecords == 0 {
                unsettled.removeAll()
                lastMarks.removeAll(keepingCapacity: true)
            }
        } catch {
            failure = error
            // What waits then waits still, for another file.
            if !error.isTakenOver { account(forLossAfter: error.recordsKept) }
            throw error
        }
    }

    /// Puts what a failed flush has lost into the ledger of gaps.
    mutating func account(forLossAfter kept: Int) {
        for index in min(kept, unsettled.count)..<unsettled.count {
            let record = unsettled[index]
            guard record.readings > 0 else { continue }
            let loss = LossLedger.Entry(
                channel: Int(record.channel),
                reason: record.reason ?? .disk,
                firstMissing: BootInstant(nanoseconds: record.time),
                count: record.readings,
                isEstimated: record.isEstimated
            )
            if record.reason != nil { told.takeBack(loss) } else { tallies.takeBack(loss.channel) }
            addUnreported(loss)
        }
        lastMarks.removeAll { $0.record < kept }
        unsettled.removeAll()
    }

    /// Counts items that come after the file has failed.
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

    /// Readings missing so far, but for those of pauses.
    var lostInAll: Int64 {
        told.entries.reduce(0) { $1.reason == .paused ? $0 : $0.addingClamped($1.count) }
    }

    /// Readings written so far.
    var samplesWritten: Int {
        (0..<Self.channels).reduce(0) { $0 + tallies[$1].samples }
    }

    /// The latest instant that any record has.
    var latest: BootInstant {
        (0..<Self.channels).reduce(latestWord) { latest, channel in
            max(latest, BootInstant(nanoseconds: tallies[channel].last))
        }
    }

    /// What became of the readings of each channel.
    var accounts: [ChannelAccount] {
        (0..<Self.channels).map { channel in
            let tally = tallies[channel]
            var account = ChannelAccount()
            account.samples = tally.samples
            // What no record could tell any more is told by the manifest.
            for entry in told.entries + unreported.entries where entry.channel == channel {
                account.lost[entry.reason] = (account.lost[entry.reason] ?? 0).addingClamped(
                    entry.count
                )
            }
            account.lostEarlier = lostEarlier[channel]
            if tally.first <= tally.last {
                account.first = BootInstant(nanoseconds: tally.first)
                account.last = BootInstant(nanoseconds: tally.last)
            }
            return account
        }
    }

    /// Looks, where that was not done for a while, whether the folder is still the recording's.
    mutating func requireRight() {
        guard failure == nil else { return }
        do throws(SampleFileWriteFailure) { try file.requireRight() } catch { failure = error }
    }

    /// Looks whether the file is still what was written.
    mutating func requireFile() throws(SampleFileWriteFailure) {
        try settling { writer throws(SampleFileWriteFailure) in try writer.file.requireFile() }
    }

    /// Closes the file; one that is lost is let go of as it lies.
    consuming func close() throws(SampleFileWriteFailure) -> SampleFileSummary {
        if let failure, failure.loss != nil { throw failure }
        return try file.close()
    }
}
