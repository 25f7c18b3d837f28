// Continues in a new file after the old one was lost. The new file begins with gaps for everything that the old one
// contained, and with its marks.

internal import SampleFile
internal import SampleStream
internal import SystemCalls
internal import Timebase

extension StreamWriter {
    /// Counts everything written to a lost file as lost.
    ///
    /// - Returns: How many of its marks are not remembered, so that they are lost with the file.
    mutating func giveFileUp() -> Int {
        latestWord = latest
        var losses = unreported.entries + told.entries
        for channel in 0..<Self.channels where tallies[channel].samples > 0 {
            losses.append(
                LossLedger.Entry(
                    channel: channel,
                    reason: .disk,
                    firstMissing: BootInstant(nanoseconds: tallies[channel].first),
                    count: Int64(tallies[channel].samples)
                )
            )
        }
        tallies.removeAll()
        told.clear()
        unreported.clear()
        // The gaps of a channel are ordered by time, like all of its records.
        for loss in losses.sorted(by: { $0.firstMissing < $1.firstMissing }) { addUnreported(loss) }
        for channel in 0..<Self.channels {
            let lost = losses.lazy.filter { $0.channel == channel }.map(\.count)
            lostEarlier[channel] = lost.reduce(0) { $0.addingClamped($1) }
        }
        lastMarks.removeAll()
        return marksOfFile.loseForgotten()
    }

    /// Continues in a file of another folder after another machine took the first folder over.
    ///
    /// The flushed records stay in the first file; those that wait for a flush go to the new file.
    mutating func moveOn(to newFile: consuming SampleFileWriter) {
        var left = newFile
        swap(&file, &left)
        failure = nil
        latestWord = latest
        tallies.removeAll()
        told.clear()
        var waiting = UnsettledRecords()
        swap(&unsettled, &waiting)
        let waitingMarks = lastMarks
        lastMarks.removeAll()
        do throws(SampleFileWriteFailure) {
            // Each file begins with the start mark.
            if left.recordsOnDisk > 0 { for mark in marksOfFile.kept.prefix(1) { put(mark) } }
            try flush()
            file.takeWaiting(from: &left)
            recount(waiting)
            lastMarks = waitingMarks
            try flush()
            // The buffer of the first file had no room for these.
            for mark in waitingMarks where mark.record == .max { put(mark) }
            try flush()
        } catch {
            // The error is kept in `failure`, as always. If the new file took no records, all that waited is lost.
            guard left.bufferedRecords > 0 else { return }
            unsettled.removeAll()
            recount(waiting)
            giveUpWaiting()
            for var mark in waitingMarks {
                mark.record = .max
                lastMarks.append(mark)
            }
        }
    }

    /// Counts waiting records as lost, because there will be no further file.
    mutating func giveUpWaiting() { account(forLossAfter: 0) }

    private mutating func recount(_ records: borrowing UnsettledRecords) {
        for index in 0..<records.count {
            let record = records[index]
            unsettled.append(record)
            tally(record)
            guard record.readings > 0, let reason = record.reason else { continue }
            told.add(
                LossLedger.Entry(
                    channel: Int(record.channel),
                    reason: reason,
                    firstMissing: BootInstant(nanoseconds: record.time),
                    count: record.readings,
                    isEstimated: record.isEstimated
                )
            )
        }
    }

    /// Continues in a new file after `giveFileUp`.
    ///
    /// The file begins with the start mark and the gaps; an error here is a failure of the new file.
    mutating func goOn(in newFile: consuming SampleFileWriter) {
        file = newFile
        failure = nil
        let marks = marksOfFile.kept
        do throws(SampleFileWriteFailure) {
            for mark in marks.prefix(1) { put(mark) }
            try reportLosses()
            for mark in marks.dropFirst() {
                if unsettled.isFull { try flush() }
                put(mark)
            }
            try flush()
        } catch {
            // The error is kept in `failure`, as always.
        }
    }
}
