// A file of columns as a source of samples. The recorder writes it like a device, with the same gaps and checks.

package import RecorderKinds
package import SampleStream
package import Timebase

/// Delivers the samples of a file.
package final class TableSource: SampleSource {
    package typealias Sample = ValueSample

    private let file: TableFile
    private let placement: String?
    private let timekeeper: any Timekeeper

    /// A source that is not yet open.
    ///
    /// - Parameters:
    ///   - file: The file, which was read once before.
    ///   - placement: Where on the body its device was worn.
    ///   - timekeeper: The recorder's clock.
    package init(_ file: TableFile, placement: String?, timekeeper: any Timekeeper) {
        self.file = file
        self.placement = placement
        self.timekeeper = timekeeper
    }

    /// True: a file loses nothing by waiting.
    package var waitsForRoom: Bool { true }

    package func open(until stop: StopSignal) throws -> SourceDescription {
        let mapping = file.mapping
        var description = SourceDescription(name: file.name, kind: "file", clock: "file")
        description.isPaced = true
        description.placement = placement
        description.asked["map"] = mapping.text
        if !mapping.unitsText.isEmpty { description.asked["units"] = mapping.unitsText }
        if let rate = file.rateInHertz {
            description.asked["rateInHertz"] = "\(rate)"
            for channel in mapping.kinds.indices {
                description.nominalRatesInHertz[channel] = rate
            }
        }
        description.details["timestamps"] = file.wordsOnTimes
        description.details["losses"] =
            mapping.hasCounter
            ? "by the file's counter" : "unknown: rows have no counter"
        return description
    }

    package func capture(
        into sink: inout SampleSink<ValueSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        let pace = Pace(timekeeper: timekeeper, stop: stop)
        var taker = TableTaker(file.mapping, file.layout, rateInHertz: file.rateInHertz)
        var isStopped = false
        func send() {
            for sample in taker.ready {
                guard pace.mayPass(sample.time) else {
                    isStopped = true
                    return
                }
                sink.deliver(sample)
            }
            taker.clear()
        }
        try file.readAgain { bytes in
            taker.take(bytes)
            send()
            return !isStopped
        }
        guard !isStopped else { return .stopped }
        taker.finish()
        send()
        return isStopped ? .stopped : .exhausted(at: file.last)
    }

    package func close() {}
}

extension TableFile {
    /// Where the times of its samples come from, in words.
    package var wordsOnTimes: String {
        if let firstDate {
            return "the file's own, from its first row on, which is of "
                + "\(firstDate.nanosecondsSince1970) ns since 1970"
        }
        if mapping.hasTime { return "the file's own" }
        let rate = rateInHertz.map { "\($0)" } ?? "?"
        return mapping.hasCounter
            ? "computed from the file's counter and the rate of \(rate) Hz that was given"
            : "computed from the places of its rows and the rate of \(rate) Hz that was given"
    }
}
