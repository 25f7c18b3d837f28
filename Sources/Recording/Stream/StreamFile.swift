// The file of a stream from its making to its closing. Somebody may take it away meanwhile: it is looked at
// while it is written, and where it is lost the recording goes on in another.

internal import Research
internal import SampleFile
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// The file that a stream writes to, and those that it gets in place of lost ones.
struct StreamFile<Format: SampleFormat>: ~Copyable {
    var writer: StreamWriter<Format>
    private let setup: StreamSetup
    private let dates: RecordDates
    private let source: SourceDescription
    private var place: FilePlace
    /// Why there is no other in place of one that is lost.
    private var obstacle: (any Error)?
    /// The latest pairs of each device's clock: another file is read by them, too.
    private var clocks: [ClockNote] = []
    private var lookedAt = SystemClock.monotonic.nanoseconds
    private var hasToldFailure = false

    /// Takes over what writes to a file that has been made as the set-up says.
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

    /// As many pairs of a device are told again for another file: what waits for it is of before the last one.
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

    /// Passes on what the device's clock showed.
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

    /// Tells of a file that takes the place of another, and the pairs by which its instants are read.
    private func tellOpenedInstead() {
        tellOpened()
        var begun: Set<String> = []
        for clock in clocks {
            var clock = clock
            if begun.insert(clock.device).inserted { clock.pair.beginsStretch = true }
            setup.environment.files.didReadClock(place, clock)
        }
    }

    /// What the file takes no more for; `nil` while it does.
    var failure: (any Error)? { obstacle ?? writer.failure }

    /// Looks at the file when it is time to, sees to another if it is lost, and says what has failed.
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

    /// Looks at the file, sees to another if it is lost, and says what has failed.
    mutating func look(_ report: (StreamReport) -> Void) {
        // Also where a full disk has ended the writing: what is in the file can be lost all the same.
        if writer.failure?.loss == nil { try? writer.requireFile() }
        replaceIfLost(report)
        tellFailure(report)
    }

    private mutating func tellFailure(_ report: (StreamReport) -> Void) {
        guard let failure, !hasToldFailure else { return }
        hasToldFailure = true
        report(.failed(failure))
    }

    /// Writes what is still to be said at the end; what goes wrong then is kept, and told by the next look.
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

    /// What to say of marks that the file has not taken, or that are lost with it; `nil` where all are in it.
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

    /// Goes on in another folder, where this one was taken over.
    mutating func moveIfTakenOver(_ report: (StreamReport) -> Void) {
        writer.requireRight()
        guard writer.failure?.isTakenOver ?? false, obstacle == nil else { return }
        let left = place
        do {
            guard setup.replacements.take() else { throw TooManyMoves(from: left.path) }
            let next = try setup.environment.files.claim(setup.request).settled()
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
                let next = try setup.environment.files.claim(request).settled()
                writer.goOn(in: try makeFile(at: next))
                place = next
                tellOpenedInstead()
                report(.lost(lost))
            } catch _ where place.isFolderGone {
                // Whatever it was that failed for it.
                obstacle = SampleFileWriteFailure(.folderDeleted, of: place.path, recordsLost: 0)
            } catch let error as NoReplacement {
                obstacle = error
            } catch {
                obstacle = NoReplacement(for: lost, "\(error)")
            }
        }
    }

    /// Makes another file; a place that cannot have one is given back.
    private func makeFile(at place: FilePlace) throws(SampleFileError) -> SampleFileWriter {
        do throws(SampleFileError) {
            return try setup.createFile(at: place, writer.format.schema, dates)
        } catch {
            setup.environment.files.giveBack(place)
            throw error
        }
    }

    /// Closes the file, and tells what is known of it.
    ///
    /// - Parameters:
    ///   - identifier: The stream's.
    ///   - description: What the source has said of itself.
    ///   - end: The instant of the stop, if no record is later.
    ///   - notes: What the system refused.
    ///   - failureOfSource: What the source broke off with.
    /// - Returns: The file, and what stood in the way of its closing.
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
                // Since the last look. There is nobody any more who could write another file.
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
