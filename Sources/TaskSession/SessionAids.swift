// Services of a session other than its recorders: they read the clocks each minute, monitor clock synchronization, and
// receive marks from other processes and from the network. A session is valid without them, so a service that cannot
// be started does not fail the session; it is only noted.

package import Recording
package import SessionFolder
package import Timebase

/// Reads the clocks each minute, and receives marks from other processes and the network.
@MainActor
package final class SessionAids {
    private var readings: MinuteReadings?
    private var synchronization: SynchronizationReadings?
    private var door: MarkDoor?
    private var ear: NetworkMarkEar?

    /// Starts the services; one that cannot be started is noted in the session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - marks: Writes marks into the session's files.
    ///   - timekeeper: The clocks to read.
    ///   - start: When the session began.
    ///   - readsClocks: Whether to read the clocks; false if the session replays a recording, which has its own clocks.
    ///   - takesMarks: Whether other processes and the network may make marks in the session.
    ///   - networkMarks: Who may make marks in the session over the network; `nil` for nobody.
    ///   - ask: Starts the monitoring of the machine's clock synchronization.
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
            // Only a live clock can be synchronized; computed time cannot.
            if readsClocks, timekeeper is LiveTimekeeper {
                synchronization = try ask(session)
            }
        } catch {
            session.note("the synchronization of the machine's clock is not monitored: \(error)")
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

    /// Stops all services, after they finish what they are doing.
    ///
    /// Marks are refused first: the session has no open files left to write them to, so their senders must get an
    /// error.
    package func end() async {
        door.take()?.close()
        ear.take()?.close()
        let last = synchronization
        synchronization = nil
        await last?.finish()
        readings.take()?.finish()
    }
}
