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
        var losses = untold.entries + told.entries
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
        untold.clear()
        // The gaps of a sensor are in the order of time, as all of its records.
        for loss in losses.sorted(by: { $0.firstMissing < $1.firstMissing }) { addUntold(loss) }
        for channel in 0..<Self.channels {
            let lost = losses.lazy.filter { $0.channel == channel }.map(\.count)
            lostEarlier[channel] = lost.reduce(0) { $0.addingClamped($1) }
        }
        lastMarks.removeAll()
        return marksOfFile.loseForgotten()
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
            try tellUntold()
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
