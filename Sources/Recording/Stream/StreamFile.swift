// The file of a stream, from creation to closing. Somebody may remove it meanwhile, so it is checked while it is
// written. If it is lost, the recording continues in another file.

internal import Research
internal import SampleFile
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// The file that a stream writes to, and its replacements if it is lost.
struct StreamFile<Format: SampleFormat>: ~Copyable {
    var writer: StreamWriter<Format>
    private let setup: StreamSetup
    private let dates: RecordDates
    private let source: SourceDescription
    private var place: FilePlace
    /// Why the recording cannot continue in another file.
    private var obstacle: (any Error)?
    /// The latest clock pairs of each device; a replacement file needs them too.
    private var clocks: [ClockNote] = []
    private var lookedAt = SystemClock.monotonic.nanoseconds
    private var hasToldFailure = false

    /// Takes over the writer of a file that was created from the set-up.
    init(
        _ writer: consuming StreamWriter<Format>,
        _ setup: StreamSetup,
        _ dates: RecordDates,
        _ source: SourceDescription
    ) {
        self.writer = writer
        self.setup = setup
        self.dates = dates
        self.source = source
        place = setup.place
        tellOpened()
    }

    /// How many clock pairs of each device are repeated for a replacement file.
    ///
    /// One is not enough, because the records that wait for the file may be older than the last pair.
    private static var clocksOfDevice: Int { 4 }

    private func tellOpened() {
        setup.environment.files.didOpen(
            OpenedFile(
                place: place,
                source: source,
                nominalRatesInHertz: writer.format.nominalRates(of: source),
                meanings: writer.format.meanings(of: source),
                start: BootInstant(nanoseconds: writer.place.originNanoseconds),
                dates: dates
            )
        )
    }

    /// Passes clock pairs on to the host, and remembers the latest for a replacement file.
    mutating func tell(_ clocks: [ClockNote]) {
        for clock in clocks {
            setup.environment.files.didReadClock(place, clock)
            self.clocks.append(clock)
            let own = self.clocks.indices.filter { self.clocks[$0].device == clock.device }
            if own.count > Self.clocksOfDevice, let oldest = own.first {
                self.clocks.remove(at: oldest)
            }
        }
    }

    /// Reports a replacement file, with the clock pairs that its instants need.
    private func tellOpenedInstead() {
        tellOpened()
        var begun: Set<String> = []
        for clock in clocks {
            var clock = clock
            if begun.insert(clock.device).inserted { clock.pair.beginsStretch = true }
            setup.environment.files.didReadClock(place, clock)
        }
    }

    /// Why nothing more can be written; `nil` while the file can be written.
    var failure: (any Error)? { obstacle ?? writer.failure }

    /// Checks the file if a check is due, replaces a lost one, and reports a failure once.
    mutating func watch(_ report: (StreamReport) -> Void) {
        let now = SystemClock.monotonic.nanoseconds
        if Duration.nanoseconds(now - lookedAt) >= .longestBlindness {
            lookedAt = now
            look(report)
        } else {
            replaceIfLost(report)
            tellFailure(report)
        }
    }

    /// Checks the file, replaces a lost one, and reports a failure once.
    mutating func look(_ report: (StreamReport) -> Void) {
        // The file is checked even after a full disk has stopped the writing, because its data can still be lost.
        if writer.failure?.loss == nil { try? writer.requireFile() }
        replaceIfLost(report)
        tellFailure(report)
    }

    private mutating func tellFailure(_ report: (StreamReport) -> Void) {
        guard let failure, !hasToldFailure else { return }
        hasToldFailure = true
        report(.failed(failure))
    }

    /// Writes what is due at the end; stores an error, which the next `look` or `watch` reports.
    mutating func end(
        losses: LossLedger,
        stop: BootInstant?,
        _ report: (StreamReport) -> Void
    ) {
        var stop = stop
        do throws(SampleFileWriteFailure) {
            try writer.end(losses: losses, stop: &stop)
        } catch {
            guard error.isTakenOver else { return }
            moveIfTakenOver(report)
            if writer.failure == nil { try? writer.end(losses: LossLedger(), stop: &stop) }
        }
    }

    /// A note on marks that are not in the file or are lost with it; `nil` if all are in it.
    var wordsOnLostMarks: String? {
        guard failure != nil else { return nil }
        let isLost = obstacle != nil || writer.failure?.loss != nil
        let marks = isLost ? writer.marksOfFile.kept : writer.lastMarks
        let told = marks.compactMap { mark -> String? in
            guard let name = mark.name, !MarkName.own.contains(name) else { return nil }
            return "'\(name)' at \(mark.time.seconds) s of uptime"
        }
        guard let first = told.first else { return nil }
        let more = told.count > 1 ? ", and \(told.count - 1) more behind it," : ""
        let end = isLost ? "lost with it" : "not in it"
        return
            "\(place.relativePath): the mark \(first)\(more) \(told.count > 1 ? "are" : "is") \(end)"
    }

    /// Continues in another folder if another machine has taken this one over.
    mutating func moveIfTakenOver(_ report: (StreamReport) -> Void) {
        writer.requireRight()
        guard writer.failure?.isTakenOver ?? false, obstacle == nil else { return }
        let left = place
        do {
            guard setup.replacements.take() else { throw TooManyMoves(from: left.path) }
            let next = try claim(setup.request)
            writer.moveOn(to: try makeFile(at: next))
            place = next
            tellOpenedInstead()
            report(
                .note(
                    "\(left.path): another machine took the session over while this one was away; what was "
                        + "recorded by then is there, and the rest in \(next.path)"
                )
            )
        } catch {
            writer.giveUpWaiting()
            obstacle = error
        }
    }

    private mutating func replaceIfLost(_ report: (StreamReport) -> Void) {
        moveIfTakenOver(report)
        while let failure = writer.failure, let loss = failure.loss, obstacle == nil {
            let forgotten = writer.giveFileUp()
            var what = loss.words
            if loss == .moved, let path = writer.file.presentPath { what += "; it is \(path) now" }
            if forgotten > 0 { what += "; with it went \(forgotten) of its marks" }
            let lost = LostFile(place: place, what: what)
            do {
                guard loss != .folderDeleted else { throw failure }
                guard setup.replacements.take() else { throw NoReplacement(afterLast: lost) }
                var request = setup.request
                request.lost = lost
                let next = try claim(request)
                writer.goOn(in: try makeFile(at: next))
                place = next
                tellOpenedInstead()
                report(.lost(lost))
            } catch _ where place.isFolderGone {
                // The deleted folder is the cause, whatever error it led to.
                obstacle = SampleFileWriteFailure(.folderDeleted, of: place.path, recordsLost: 0)
            } catch let error as NoReplacement {
                obstacle = error
            } catch {
                obstacle = NoReplacement(for: lost, "\(error)")
            }
        }
    }

    /// Claims the final place of another file; gives it back if the host then has no folder for the file.
    private func claim(_ request: FileRequest) throws -> FilePlace {
        let files = setup.environment.files
        let claimed = try files.claim(request)
        do {
            return try claimed.settled()
        } catch {
            files.giveBack(claimed)
            throw error
        }
    }

    /// Creates another file; gives its place back if that fails.
    private func makeFile(at place: FilePlace) throws(SampleFileError) -> SampleFileWriter {
        do throws(SampleFileError) {
            return try setup.createFile(at: place, writer.format.schema, dates)
        } catch {
            setup.environment.files.giveBack(place)
            throw error
        }
    }

    /// Closes the file and returns its account.
    ///
    /// - Parameters:
    ///   - identifier: The stream's.
    ///   - description: The description of the source.
    ///   - end: The instant of the stop, if no record is later.
    ///   - notes: The requests that the system refused.
    ///   - failureOfSource: The error that ended the source, if any.
    /// - Returns: The file, and the error that prevented its closing, if any.
    consuming func close(
        _ identifier: String,
        _ description: SourceDescription,
        end: BootInstant,
        notes: [String],
        failureOfSource: (any Error)?
    ) -> (RecordedFile, (any Error)?) {
        let (setup, dates, format) = (setup, dates, writer.format)
        let origin = BootInstant(nanoseconds: writer.place.originNanoseconds)
        let earlier = failure
        let place = place.present
        var accounts = writer.accounts
        let latest = writer.latest
        var isLost = writer.failure?.loss != nil
        var closing: (any Error)?
        var summary = SampleFileSummary(path: place.path, bytes: 0, records: 0, checksum: "")
        do throws(SampleFileWriteFailure) {
            summary = try writer.close()
        } catch {
            closing = earlier ?? error
            summary = error.summary ?? summary
            if error.loss != nil, !isLost {
                // The file was lost since the last check, and it is too late for a replacement.
                isLost = true
                for channel in accounts.indices { accounts[channel].loseFile() }
            }
        }
        let file = RecordedFile(
            identifier: identifier,
            place: place,
            layout: setup.layout(dates),
            start: origin,
            end: max(end, latest),
            dates: dates,
            summary: summary,
            isClosedWell: closing == nil,
            isLost: isLost,
            source: description,
            channels: format.channels(of: accounts, from: description),
            nominalRatesInHertz: format.nominalRates(of: description),
            notes: notes,
            failure: (earlier ?? closing ?? failureOfSource).map { "\($0)" }
        )
        return (file, closing)
    }
}
