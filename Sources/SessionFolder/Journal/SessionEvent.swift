// Whatever happens to a session is recorded at once, one event at a time, so that a kill loses nothing. The
// manifest results from these events; only facts about the final files, such as the result's checksum, are added
// to it without an event.

internal import SystemCalls
package import Timebase

/// Something that happened to a session.
///
/// A manifest counts the events that it includes, so that none is applied twice.
package enum SessionEvent: Hashable, Sendable {
    /// The session begins; the manifest lists what it will record.
    case began(SessionManifest)
    /// A run that was left or killed continues.
    ///
    /// `boot` is the kernel's boot ID, which shows a restart of the machine; earlier versions recorded none.
    case continued(ClockReading, boot: String?)
    /// The clocks were read.
    case clocks(ClockReading)
    /// A device's clock was compared with ours, by reading it or from the arrival of its samples; applies to a file.
    case deviceClock(ClockPair, device: String, file: String)
    /// How well the clock of the time of day is synchronised, according to the program that synchronises it.
    case synchronization(ClockSynchronization)
    /// A mark arrived over the network, which other machines received, too.
    case networkMark(HeardMark)
    /// A file is about to be created.
    case listed(SessionManifest.File)
    /// A file was created, and the device that fills it is open.
    case opened(SessionManifest.File, SessionManifest.Device?)
    /// A file was closed.
    case closed(SessionManifest.File, SessionManifest.Device?)
    /// A file was never created, or a later one has replaced it.
    case withdrawn(file: String)
    /// A file was deleted, moved or replaced while it was being written.
    case lost(file: String, what: String)
    /// A repair changed a file.
    case recovered(SessionManifest.Recovery)
    /// Something for a user to know.
    case note(String)
    /// Something that went wrong.
    case error(String)
    /// The session replays another one.
    case origin(SessionManifest.Origin)
    /// The answers of a task were written.
    case answers(SessionManifest.Document)
    /// The participant was corrected, or words were removed from the session's texts.
    case amended(SessionManifest.Amendment)
    /// A task's run was ended before its last step.
    case endedEarly
    /// The participant left the run, and chose a reminder, whose identifier this is.
    case reminderWanted(String)
    /// The run ended.
    case ended(SessionManifest.Status, ClockReading)
    /// The run was killed; its last record has this date.
    case interrupted(LocalDate)
}

extension SessionEvent {
    /// The file that the event is about.
    var file: String? {
        switch self {
        case .listed(let file), .opened(let file, _), .closed(let file, _): file.path
        case .withdrawn(let name), .lost(let name, _), .deviceClock(_, _, let name): name
        default: nil
        }
    }
}

extension SessionManifest {
    /// The most clock readings and notes that a manifest keeps; the journal has all of them.
    static let mostClocks = 1024
    static let mostNotes = 1000

    /// Applies an event.
    mutating func apply(_ event: SessionEvent) {
        switch event {
        // Comparisons of clocks stay in the journal: there is one a minute, or for each device.
        case .began, .deviceClock, .synchronization, .networkMark: break
        case .continued(let reading, _):
            status = .recording
            (endedEarly, reminder) = (nil, nil)
            endDate = nil
            taskResult = nil
            answers = nil
            // The documents of the end will be written again, so errors about them no longer apply.
            errors.removeAll { line in
                [Self.taskResultName, Self.answersName].contains { line.contains("/\($0): ") }
            }
            add(reading)
            add(note: "the run was left, and taken up again")
        case .clocks(let reading): add(reading)
        case .listed(let file): put(file, nil)
        case .opened(let file, let device), .closed(let file, let device): put(file, device)
        case .withdrawn(let name): files.removeAll { $0.path == name }
        case .lost(let name, let what):
            for index in files.indices where files[index].path == name {
                files[index].isLost = true
                files[index].error = what
            }
        case .recovered(let recovery):
            if !recovered.contains(recovery) { recovered.append(recovery) }
        case .note(let line): add(note: line)
        case .error(let line): if !errors.contains(line) { errors.append(line) }
        case .origin(let origin): self.origin = origin
        case .answers(let document): answers = document
        case .amended(let amendment): amendments = (amendments ?? []) + [amendment]
        case .endedEarly: endedEarly = true
        case .reminderWanted(let identifier): reminder = identifier
        case .ended(let status, let reading):
            self.status = status
            add(reading)
            noteHeldClock()
            endDate = LocalDate(reading.realtime, timeZone)
            orderDevices()
        case .interrupted(let date):
            status = .interrupted
            endDate = date
            orderDevices()
            if interruptions?.contains(date) != true {
                interruptions = (interruptions ?? []) + [date]
            }
        }
    }

    /// Replaces the entry of a file, or appends it.
    private mutating func put(_ file: File, _ device: Device?) {
        var file = file
        let place = files.firstIndex { $0.path == file.path }
        file.device = device.map { number(of: $0, fillingFileAt: place) }
        if let place {
            files[place] = file
        } else {
            files.append(file)
        }
    }

    /// Returns the index of a device.
    ///
    /// If only this file used its earlier device, the new description replaces that one.
    private mutating func number(of device: Device, fillingFileAt place: Int?) -> Int {
        if let known = devices.firstIndex(of: device) { return known }
        if let place, let own = files[place].device,
            !files.indices.contains(where: { $0 != place && files[$0].device == own })
        {
            devices[own] = device
            return own
        }
        devices.append(device)
        return devices.count - 1
    }

    /// Sorts the devices by the files that they fill, since the order in which they opened is random.
    private mutating func orderDevices() {
        let used = files.compactMap(\.device)
        let order = (used + devices.indices).reduce(into: [Int]()) { order, index in
            if !order.contains(index) { order.append(index) }
        }
        devices = order.map { devices[$0] }
        for index in files.indices {
            files[index].device = files[index].device.flatMap(order.firstIndex(of:))
        }
    }

    /// Adds a clock reading.
    ///
    /// If there are too many, drops every other one, but keeps the first and the last.
    private mutating func add(_ reading: ClockReading) {
        guard clocks.last != reading else { return }
        clocks.append(reading)
        guard clocks.count > Self.mostClocks else { return }
        clocks = clocks.indices.compactMap { index in
            index.isMultiple(of: 2) || index == clocks.count - 1 ? clocks[index] : nil
        }
    }

    private mutating func add(note line: String) {
        guard notes.count < Self.mostNotes, !notes.contains(line) else { return }
        let isLast = notes.count == Self.mostNotes - 1
        notes.append(isLast ? "there are more notes than these, in \(JournalFile.fileName)" : line)
    }
}
