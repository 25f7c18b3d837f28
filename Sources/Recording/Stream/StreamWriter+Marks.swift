// Marks, gaps and pauses: the records that say something about the readings. They are rare, and so
// they may allocate.

public import SampleFile
public import SampleStream
internal import SystemCalls
public import Timebase

/// A mark that a failed flush may have lost.
struct PendingMark {
    /// Its place among the unsettled records.
    var record: Int
    var time: BootInstant
    var date: WallInstant?
    var name: String?
    var stepPath: PreparedText
}

extension StreamWriter {
    /// The mark by which a file begins; timestamps count from it.
    mutating func writeStartMark() throws(SampleFileWriteFailure) {
        let origin = BootInstant(nanoseconds: place.originNanoseconds)
        try writeMark("start", at: origin, date: dates.wall(at: origin))
    }

    // MARK: Notes of the host

    /// Takes notes; each is applied before the first item that is not earlier.
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

    /// Whether a pause is on; the reading is then counted instead of written.
    @usableFromInline
    mutating func skipIfPaused(_ reading: Sample) -> Bool {
        guard isPaused else { return false }
        addUnreported(of: reading, .paused)
        return true
    }

    // MARK: Gaps

    /// Takes a gap that the stream tells of; it stands behind those that began before it.
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

    /// Writes a mark behind what has to be said before it.
    private mutating func writeMark(
        _ name: String?,
        at time: BootInstant,
        date: WallInstant?,
        after sayBefore: (inout StreamWriter) throws(SampleFileWriteFailure) -> Void = { _ in }
    ) throws(SampleFileWriteFailure) {
        let mark = PendingMark(
            record: 0,
            time: time,
            date: date,
            name: name,
            stepPath: PreparedText(place.stepPath.text)
        )
        // Before a flush that may find the file lost: what is known here is said in the next one.
        marksOfFile.append(mark)
        try sayBefore(&self)
        if unsettled.isFull { try flush() }
        put(mark)
    }

    /// Writes a mark, and remembers it until it is in the file.
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

    /// Writes and flushes what is still to be said: late notes, losses, and the mark of the end.
    ///
    /// After a failure, this flush's own included, it is said once more in the space that was set
    /// aside for it.
    ///
    /// - Parameters:
    ///   - losses: What the source could not tell any more.
    ///   - stop: The instant of the end, if no record is later; `nil` when the source repeats recorded
    ///     marks, or it is written.
    /// - Throws: When the file has taken not all of what was to be written.
    mutating func end(
        losses: LossLedger,
        stop: inout BootInstant?
    ) throws(SampleFileWriteFailure) {
        for entry in losses.entries { addUnreported(entry) }
        let hadFailed = failure != nil
        do throws(SampleFileWriteFailure) {
            try sayTheRest(&stop)
        } catch {
            // What waits after a taking over is for another file to say.
            if !hadFailed, !error.isTakenOver { try sayTheRest(&stop) }
            throw error
        }
    }

    private mutating func sayTheRest(
        _ stop: inout BootInstant?
    ) throws(SampleFileWriteFailure) {
        let lost = failure == nil ? [] : lastMarks
        if !lost.isEmpty { lastMarks.removeAll() }
        for mark in lost { put(mark) }
        try applyNotes(until: BootInstant(nanoseconds: .max))
        try reportLosses()
        if let instant = stop {
            // From here on the mark is among those that a failure gives back.
            stop = nil
            let end = max(instant, latest)
            try writeMark("stop", at: end, date: dates.wall(at: end))
        }
        try flush()
    }
}
