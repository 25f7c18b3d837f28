// Writes marks, gaps and pauses: the records about the readings. They are rare, so this code may allocate memory.

public import SampleFile
public import SampleStream
internal import SystemCalls
public import Timebase

/// A mark that a failed flush may have lost.
struct PendingMark {
    /// Its index among the unsettled records; `.max` if it is not among them.
    var record = Int.max
    var time: BootInstant
    var date: WallInstant?
    var name: String?
    var stepPath: PreparedText
}

extension StreamWriter {
    /// Writes the mark with which a file begins; timestamps count from its instant.
    mutating func writeStartMark() throws(SampleFileWriteFailure) {
        let origin = BootInstant(nanoseconds: place.originNanoseconds)
        try writeMark("start", at: origin, date: dates.wall(at: origin))
    }

    // MARK: Notes of the host

    /// Adds notes; each is applied before the first item of its instant or later.
    mutating func take(_ newNotes: [TimedNote]) {
        notes.append(contentsOf: newNotes)
        // The sort is stable: notes of one instant keep their order.
        notes.sort { $0.time < $1.time }
        noteWatchfulness()
    }

    mutating func applyNotes(until time: BootInstant) throws(SampleFileWriteFailure) {
        while let next = notes.first, next.time <= time {
            notes.removeFirst()
            noteWatchfulness()
            try apply(next)
        }
    }

    private mutating func apply(_ timed: TimedNote) throws(SampleFileWriteFailure) {
        switch timed.note {
        case .moved(let stepPath):
            place.stepPath = PreparedText(stepPath)
            try writeMark(nil, at: timed.time, date: dates.wall(at: timed.time))
        case .marked(let name):
            try writeMark(name, at: timed.time, date: dates.wall(at: timed.time))
        case .paused:
            isPaused = true
            try writeMark("pause", at: timed.time, date: dates.wall(at: timed.time))
        case .resumed:
            isPaused = false
            try writeMark("resume", at: timed.time, date: dates.wall(at: timed.time)) {
                writer throws(SampleFileWriteFailure) in try writer.reportLosses()
            }
        }
        noteWatchfulness()
    }

    /// During a pause, counts the reading instead of writing it; returns whether it did.
    @usableFromInline
    mutating func skipIfPaused(_ reading: Sample) -> Bool {
        guard isPaused else { return false }
        addUnreported(of: reading, .paused)
        return true
    }

    // MARK: Gaps

    /// Writes a gap from the stream, after the gaps that are still unreported; during a pause, only counts it.
    @usableFromInline
    mutating func takeGap(_ gap: LossLedger.Entry) throws(SampleFileWriteFailure) {
        if isPaused { return addUnreported(gap) }
        if hasUnreported { try reportLosses() }
        try writeGap(gap)
    }

    private mutating func writeGap(_ gap: LossLedger.Entry) throws(SampleFileWriteFailure) {
        if unsettled.isFull { try flush() }
        let channel = gap.channel & (Self.channels - 1)
        file.beginRecord()
        writeTime(gap.firstMissing)
        file.text(columns.stepPath, place.stepPath)
        file.text(columns.sensorType, channelNames[channel])
        file.integer(columns.lost, gap.count)
        file.text(columns.reason, PreparedText(gap.reason.rawValue))
        if gap.isEstimated { file.boolean(columns.estimated, true) }
        _ = file.endRecord()
        var gap = gap
        gap.channel = channel
        told.add(gap)
        tallies.lose(gap.count, of: channel)
        unsettled.append(
            UnsettledRecord(
                time: gap.firstMissing.nanoseconds,
                readings: gap.count,
                channel: channel,
                reason: gap.reason,
                isEstimated: gap.isEstimated
            )
        )
    }

    @usableFromInline
    mutating func reportLosses() throws(SampleFileWriteFailure) {
        let entries = unreported.entries
        unreported.clear()
        hasUnreported = false
        for (index, entry) in entries.enumerated() {
            do throws(SampleFileWriteFailure) {
                try writeGap(entry)
            } catch {
                for entry in entries[index...] { addUnreported(entry) }
                throw error
            }
        }
    }

    // MARK: Marks

    @usableFromInline
    mutating func writeRecordedMark(
        _ number: Int,
        at time: BootInstant
    ) throws(SampleFileWriteFailure) {
        guard let mark = marks?[number] else { return }
        guard let stepPath = mark.stepPath else {
            return try writeMark(mark.name, at: time, date: dates.wall(at: time))
        }
        if stepPath != place.stepPath.text { place.stepPath = PreparedText(stepPath) }
        if mark.isRecord { try writeMark(mark.name, at: time, date: mark.date) }
    }

    /// Writes a mark, after `sayBefore` has written what must precede it.
    private mutating func writeMark(
        _ name: String?,
        at time: BootInstant,
        date: WallInstant?,
        after sayBefore: (inout StreamWriter) throws(SampleFileWriteFailure) -> Void = { _ in }
    ) throws(SampleFileWriteFailure) {
        let mark = PendingMark(
            time: time,
            date: date,
            name: name,
            stepPath: PreparedText(place.stepPath.text)
        )
        // Remembered before a flush that may find the file lost, so that the mark is written to the next file.
        marksOfFile.append(mark)
        do throws(SampleFileWriteFailure) {
            try sayBefore(&self)
            if unsettled.isFull { try flush() }
        } catch {
            // The note has left `notes` already, so only `lastMarks` can still get the mark written.
            lastMarks.append(mark)
            throw error
        }
        put(mark)
    }

    /// Writes a mark, and remembers it until it is flushed.
    mutating func put(_ mark: PendingMark) {
        file.beginRecord()
        writeTime(mark.time)
        file.text(columns.stepPath, mark.stepPath)
        if let date = mark.date {
            file.text(columns.timestampDate, PreparedText(dates.text(of: date)))
        }
        if let name = mark.name { file.text(columns.marker, PreparedText(name)) }
        _ = file.endRecord()
        var mark = mark
        mark.record = unsettled.count
        lastMarks.append(mark)
        unsettled.append(
            UnsettledRecord(time: mark.time.nanoseconds, readings: 0, channel: 0, reason: nil)
        )
    }

    private mutating func writeTime(_ time: BootInstant) {
        latestWord = max(latestWord, time)
        file.nanosecondsAsSeconds(columns.uptime, time.nanoseconds)
        file.nanosecondsAsSeconds(columns.timestamp, place.timestamp(ofUptime: time.nanoseconds))
    }

    // MARK: The end

    /// Writes and flushes what is left at the end: late notes, losses and the stop mark.
    ///
    /// If the file has failed before, or this flush fails, the rest is written once more, in the disk space reserved
    /// for that.
    ///
    /// - Parameters:
    ///   - losses: Losses that the source could not report.
    ///   - stop: The instant of the end, if no record is later; `nil` if the source replays recorded marks, or once
    ///     the mark is written.
    /// - Throws: If not everything could be written.
    mutating func end(
        losses: LossLedger,
        stop: inout BootInstant?
    ) throws(SampleFileWriteFailure) {
        for entry in losses.entries { addUnreported(entry) }
        let hadFailed = failure != nil
        do throws(SampleFileWriteFailure) {
            try sayTheRest(&stop)
        } catch {
            // After a takeover, the remaining records go to another file.
            if !hadFailed, !error.isTakenOver { try sayTheRest(&stop) }
            throw error
        }
    }

    private mutating func sayTheRest(
        _ stop: inout BootInstant?
    ) throws(SampleFileWriteFailure) {
        let lost = failure == nil ? [] : lastMarks
        if !lost.isEmpty { lastMarks.removeAll() }
        for mark in lost {
            if unsettled.isFull { try flush() }
            put(mark)
        }
        try applyNotes(until: BootInstant(nanoseconds: .max))
        try reportLosses()
        if let instant = stop {
            // Cleared first: `lastMarks` has the mark from now on, and a second attempt must not add another.
            stop = nil
            let end = max(instant, latest)
            try writeMark("stop", at: end, date: dates.wall(at: end))
        }
        try flush()
    }
}
