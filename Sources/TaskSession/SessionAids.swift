// What a session has beside its recorders' files while it is recorded: readings of its clocks, what keeps them, a door by
// which other processes make marks, and an ear for marks of the network. A session without them is still one, so what
// cannot be had is a note.

package import Recording
package import SessionFolder
package import Timebase

/// Readings of the clocks each minute, and doors for marks.
@MainActor
package final class SessionAids {
    private var readings: MinuteReadings?
    private var synchronization: SynchronizationReadings?
    private var door: MarkDoor?
    private var ear: NetworkMarkEar?

    /// Begins; what cannot be had is noted in the session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - marks: Where marks go.
    ///   - timekeeper: The clocks that are read.
    ///   - start: When it began.
    ///   - readsClocks: Whether the clocks are this machine's, and not a recording's.
    ///   - takesMarks: Whether others may make marks in it.
    ///   - networkMarks: Who may make marks in it over the network; nobody without it.
    ///   - ask: Begins to ask how well the machine's clock is held.
    package init(
        of session: OpenSession,
        into marks: SharedMarks,
        by timekeeper: any Timekeeper,
        from start: BootInstant,
        readsClocks: Bool = true,
        takesMarks: Bool = true,
        networkMarks: NetworkMarks? = nil,
        asking ask: (OpenSession) throws -> SynchronizationReadings = {
            try SynchronizationReadings(into: $0)
        }
    ) {
        do {
            if readsClocks {
                readings = try MinuteReadings(of: timekeeper, from: start, into: session)
            }
        } catch {
            session.note("the clocks are not read each minute: \(error)")
        }
        do {
            // Time that is computed is held by nobody.
            if readsClocks, timekeeper is LiveTimekeeper {
                synchronization = try ask(session)
            }
        } catch {
            session.note("nobody is asked how well the machine's clock is held: \(error)")
        }
        do {
            if takesMarks { door = try MarkDoor(of: session, into: marks, by: timekeeper) }
        } catch {
            session.note("`footfall mark` cannot make marks in this session: \(error)")
        }
        do {
            if takesMarks, let networkMarks {
                ear = try NetworkMarkEar(networkMarks, of: session, into: marks, by: timekeeper)
            }
        } catch {
            session.noteError("marks of the network cannot be heard: \(error)")
        }
    }

    isolated deinit {
        readings.take()?.finish()
        ear?.close()
    }

    /// Ends all of them, once what they are doing is done.
    ///
    /// Marks are taken no more before anything is waited for: no file is there for them, and who makes one is told.
    package func end() async {
        door.take()?.close()
        ear.take()?.close()
        let last = synchronization
        synchronization = nil
        await last?.finish()
        readings.take()?.finish()
    }
}
