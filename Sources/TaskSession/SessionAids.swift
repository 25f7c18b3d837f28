// What a session has beside its recorders' files while it is recorded: readings of its clocks, and a door by which
// other processes make marks. A session without them is still one, so what cannot be had is a note.

package import Recording
package import SessionFolder
package import Timebase

/// Readings of the clocks each minute, and a door for marks.
@MainActor
package final class SessionAids {
    private var readings: MinuteReadings?
    private var door: MarkDoor?

    /// Begins; what cannot be had is noted in the session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - marks: Where marks go.
    ///   - timekeeper: The clocks that are read.
    ///   - start: When it began.
    ///   - readsClocks: Whether the clocks are this machine's, and not a recording's.
    ///   - takesMarks: Whether others may make marks in it.
    package init(
        of session: OpenSession,
        into marks: SharedMarks,
        by timekeeper: any Timekeeper,
        from start: BootInstant,
        readsClocks: Bool = true,
        takesMarks: Bool = true
    ) {
        do {
            if readsClocks {
                readings = try MinuteReadings(of: timekeeper, from: start, into: session)
            }
        } catch {
            session.note("the clocks are not read each minute: \(error)")
        }
        do {
            if takesMarks { door = try MarkDoor(of: session, into: marks, by: timekeeper) }
        } catch {
            session.note("`footfall mark` cannot make marks in this session: \(error)")
        }
    }

    isolated deinit { readings.take()?.finish() }

    /// Ends both, once what they are doing is done.
    package func end() {
        readings.take()?.finish()
        door.take()?.close()
    }
}
