// What happens to a session is told as it happens, an event at a time, so that a kill forgets none of it. The
// manifest is what the events come to; nothing changes it but an event.

internal import SystemCalls
package import Timebase

/// Something that has happened to a session.
///
/// A manifest counts the events that it has taken in, and takes in none of them again.
package enum SessionEvent: Hashable, Sendable {
    /// The session begins, and says what it will record.
    case began(SessionManifest)
    /// A run that was left or killed is taken up again.
    case continued(ClockReading)
    /// The clocks were read.
    case clocks(ClockReading)
    /// A device's clock was read, or is known by when its samples arrived; for its samples in a file.
    case deviceClock(ClockPair, device: String, file: String)
    /// How well the clock of the time of day is held, as whoever holds it says.
    case synchronization(ClockSynchronization)
    /// A mark came by the network, which other machines heard too.
    case networkMark(HeardMark)
    /// A file is about to be made.
    case listed(SessionManifest.File)
    /// A file is made, and the device that fills it is open.
    case opened(SessionManifest.File, SessionManifest.Device?)
    /// A file has its end.
    case closed(SessionManifest.File, SessionManifest.Device?)
    /// A file was never made, or a later one has replaced it.
    case withdrawn(file: String)
    /// Somebody took a file away while it was written.
    case lost(file: String, what: String)
    /// A repair has mended a file.
    case recovered(SessionManifest.Recovery)
    /// Something for a person to know.
    case note(String)
    /// Something that went wrong.
    case error(String)
    /// The session replays another.
    case origin(SessionManifest.Origin)
    /// The answers of a task are written.
    case answers(SessionManifest.Document)
    /// Whose it is was corrected, or words were taken out of its texts.
    case amended(SessionManifest.Amendment)
    /// A task's run was ended before its last step.
    case endedEarly
    /// A participant left the run, and wants to be reminded of it.
    case reminderWanted(String)
    /// The run has come to its end.
    case ended(SessionManifest.Status, ClockReading)
    /// The run was killed; its last record is of this date.
    case interrupted(DateStamp)
}

extension SessionEvent {
    /// The file that it tells of.
    var file: String? {
        switch self {
        case .listed(let file), .opened(let file, _), .closed(let file, _): file.path
        case .withdrawn(let name), .lost(let name, _), .deviceClock(_, _, let name): name
        default: nil
        }
    }
}

extension SessionManifest {
    /// How many readings of the clocks, and how many notes, a manifest has at most: the journal has all.
    static let mostClocks = 1024
    static let mostNotes = 1000

    /// Takes in what has happened.
    mutating func apply(_ event: SessionEvent) {
        switch event {
        // The journal alone has what sets clocks beside each other: there is as much as minutes, and devices.
        case .began, .deviceClock, .synchronization, .networkMark: break
        case .continued(let reading):
            status = .recording
            (endedEarly, reminder) = (nil, nil)
            endDate = nil
            taskResult = nil
            answers = nil
            // The documents of an end are written anew.
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
            endDate = DateStamp(reading.realtime, timeZone)
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

    /// Puts a file in the place of its earlier entry, or behind the others.
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

    /// The number of a device; what a file's own device has come to takes the place of what it was.
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

    /// Puts the devices into the order of the files: which of two opened first is chance.
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

    /// Adds a reading; of too many, every other one between the first and the last goes.
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
