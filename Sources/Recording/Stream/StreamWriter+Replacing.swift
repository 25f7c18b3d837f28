// When the file is lost, all that was written to it is in no file: the next one begins with saying so, and
// with the marks, and takes what comes.

internal import SampleFile
internal import SampleStream
internal import SystemCalls
internal import Timebase

extension StreamWriter {
    /// Counts what was written to a file that is lost, after the failure that has told of it.
    ///
    /// - Returns: How many of its marks nobody remembers.
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
        // The gaps of a sensor are in the order of time, as all of its records.
        for loss in losses.sorted(by: { $0.firstMissing < $1.firstMissing }) { addUnreported(loss) }
        for channel in 0..<Self.channels {
            let lost = losses.lazy.filter { $0.channel == channel }.map(\.count)
            lostEarlier[channel] = lost.reduce(0) { $0.addingClamped($1) }
        }
        lastMarks.removeAll()
        return marksOfFile.loseForgotten()
    }

    /// Goes on in a file of another folder, as somebody else has the first one: what that file has stays
    /// there, and what waited for a flush comes here.
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
            // Each file begins with the mark of the beginning.
            if left.recordsOnDisk > 0 { for mark in marksOfFile.kept.prefix(1) { put(mark) } }
            try flush()
            file.takeWaiting(from: &left)
            recount(waiting)
            lastMarks = waitingMarks
            try flush()
        } catch {
            // It is kept in `failure`, as every other. Where nothing was taken over, all that waited is lost.
            guard left.bufferedRecords > 0 else { return }
            unsettled.removeAll()
            recount(waiting)
            giveUpWaiting()
        }
    }

    /// Counts as lost what waits for a file that will not come.
    mutating func giveUpWaiting() { account(forLossAfter: 0) }

    private mutating func recount(_ records: borrowing UnsettledRecords) {
        for index in 0..<records.count {
            let record = records[index]
            unsettled.append(record)
            guard record.readings > 0 else { continue }
            guard let reason = record.reason else {
                tallies.count(Int(record.channel), at: record.time)
                continue
            }
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

    /// Goes on in a file that has just been made, once the lost one was given up.
    ///
    /// It begins with the mark of the beginning and the gaps; a failure here is the new file's.
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
            // It is kept in `failure`, as every other.
        }
    }
}
