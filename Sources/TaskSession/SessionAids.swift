// What a session has beside its recorders' files while it is recorded: readings of its clocks, and a door by which
// other processes make marks. A session without them is still one, so what cannot be had is a note.

internal import Recording
internal import SessionFolder
internal import Timebase

/// Readings of the clocks each minute, and a door for marks.
@MainActor
final class SessionAids {
    private var readings: MinuteReadings?
    private var door: MarkDoor?

    /// Begins; what cannot be had is noted in the session.
    init(
        of session: OpenSession,
        into marks: SharedMarks,
        by timekeeper: any Timekeeper,
        from start: BootInstant
    ) {
        do {
            readings = try MinuteReadings(of: timekeeper, from: start, into: session)
        } catch {
            session.note("the clocks are not read each minute: \(error)")
        }
        do {
            door = try MarkDoor(of: session, into: marks, by: timekeeper)
        } catch {
            session.note("`footfall mark` cannot make marks in this session: \(error)")
        }
    }

    isolated deinit { readings.take()?.finish() }

    /// Ends both, once what they are doing is done.
    func end() {
        readings.take()?.finish()
        door.take()?.close()
    }
}
