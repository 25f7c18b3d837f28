// Receives network marks while a session is recorded. The kernel timestamps each arriving datagram by the time of day.
// When the datagram is read, time of day and boot clock are read together to convert that timestamp to the session's
// clock. So a datagram that is read late still gets its time of arrival.

package import Recording
package import SessionFolder
internal import Synchronization
package import SystemCalls
package import Timebase

/// Receives network marks and writes them into the session's files.
package final class NetworkMarkEar: Sendable {
    /// The UDP port that it listens on.
    let port: UInt16
    private let stop: WakingDescriptor
    private let isClosed: Flag
    private let thread: Mutex<SystemThread?>

    private final class Flag: Sendable {
        let value = Atomic(false)
    }

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - request: From whom marks are accepted.
    ///   - session: The session being recorded; its journal gets each mark and each note.
    ///   - marks: Writes marks into the session's files.
    ///   - timekeeper: The clock of the recording.
    /// - Throws: If the port cannot be opened, or no thread is available.
    package convenience init(
        _ request: NetworkMarks,
        of session: OpenSession,
        into marks: SharedMarks,
        by timekeeper: any Timekeeper
    ) throws(SystemError) {
        try self.init(request, port: NetworkMark.port, by: timekeeper) { [weak session] event in
            if case .networkMark(let mark) = event {
                let instant = BootInstant(nanoseconds: mark.receivedNanoseconds)
                marks.mark(mark.name, at: instant)
            }
            session?.record(event)
        }
        session.note(
            "marks of the network were heard at UDP port \(NetworkMark.port), "
                + (request.key == nil
                    ? "from anybody who reaches it" : "those signed with the key alone")
        )
    }

    /// Begins to listen on a port; 0 picks a free one.
    init(
        _ request: NetworkMarks,
        port: UInt16,
        by timekeeper: any Timekeeper,
        telling tell: @escaping @Sendable (SessionEvent) -> Void
    ) throws(SystemError) {
        let begun = ClockReading.Bracket.now()
        var port = port
        var ears: [(ear: GroupEar, group: String)] = []
        var refusal: SystemError?
        for (family, group) in [
            (AddressFamily.four, NetworkMark.groupOfFour), (.six, NetworkMark.groupOfSix),
        ] {
            do throws(SystemError) {
                let ear = try GroupEar(port: port, family, longest: NetworkMark.longest)
                // Both address families use the same port.
                if port == 0 { port = ear.port }
                ears.append((ear, group))
            } catch {
                // A machine may support only one address family.
                refusal = error
            }
        }
        if ears.isEmpty, let refusal { throw refusal }
        // Join the groups before returning: a caller may make a mark as soon as this object exists.
        for (ear, group) in ears { ear.join(group) }
        let (stop, isClosed) = (try WakingDescriptor(), Flag())
        let opened = ears
        let thread = try SystemThread.spawn(name: "network marks", stackBytes: 1 << 18) {
            var hearing = Hearing(opened, request, timekeeper, from: begun, tell)
            hearing.go(wokenBy: stop) { isClosed.value.load(ordering: .acquiring) }
        }
        self.port = port
        // Set the properties only after the last call that can throw: see `OpenFile`.
        self.thread = Mutex(thread)
        self.stop = stop
        self.isClosed = isClosed
    }

    deinit {
        isClosed.value.store(true, ordering: .releasing)
        stop.wake()
    }

    /// Stops listening, after the datagrams that have arrived are handled.
    ///
    /// If datagrams keep coming, only a limited number of them is handled.
    package func close() {
        isClosed.value.store(true, ordering: .releasing)
        stop.wake()
        thread.withLock { $0.take() }?.join()
    }
}

/// The listening loop, on its own thread.
private struct Hearing {
    /// How long the loop pauses during a flood, which limits how many datagrams it handles in a second.
    private static let rest = Duration.milliseconds(20)
    /// How often the loop joins the groups again, because networks come and go.
    private static let joining = Duration.seconds(10)
    /// How many rounds of reading the loop makes before it ends: enough to empty a full socket, but not a flood.
    private static let lastRounds = 32

    private let ears: [(ear: GroupEar, group: String)]
    private let timekeeper: any Timekeeper
    private let tell: (SessionEvent) -> Void
    private var judge: NetworkMarkJudge
    private var arrival: ArrivalClock

    init(
        _ ears: [(ear: GroupEar, group: String)],
        _ request: NetworkMarks,
        _ timekeeper: any Timekeeper,
        from begun: ClockReading.Bracket,
        _ tell: @escaping (SessionEvent) -> Void
    ) {
        arrival = ArrivalClock(from: begun)
        (self.ears, self.timekeeper, self.tell) = (ears, timekeeper, tell)
        judge = NetworkMarkJudge(key: request.key)
    }

    mutating func go(wokenBy stop: WakingDescriptor, until isClosed: () -> Bool) {
        var sleep = DescriptorSleep(beside: ears.map(\.ear.number), wokenBy: stop)
        var pause = DescriptorSleep(beside: [], wokenBy: stop)
        var next = LiveTimekeeper().now.advanced(by: Self.joining)
        while true {
            let isLast = isClosed()
            let now = LiveTimekeeper().now
            if now >= next {
                for (ear, group) in ears { ear.join(group) }
                next = now.advanced(by: Self.joining)
            }
            var isFlooded = takeWhatIsThere()
            if isLast {
                // Marks may be queued after the datagrams of this round, so make more rounds.
                var rounds = 1
                while isFlooded, rounds < Self.lastRounds {
                    isFlooded = takeWhatIsThere()
                    rounds += 1
                }
                break
            }
            if isFlooded {
                pause.wait(upTo: Self.rest)
            } else {
                sleep.wait(upTo: Self.joining)
            }
        }
        for line in judge.account { tell(.note(line)) }
        let dropped = ears.reduce(0) { $0.addingClamped(Int($1.ear.dropped)) }
        if dropped > 0 {
            tell(
                .note(
                    "\(dropped) datagrams to the port of network marks came too fast and were lost, perhaps with "
                        + "marks among them; see who sends them"
                )
            )
        }
    }

    /// Handles the datagrams that have arrived, up to the limit of a round; returns true during a flood.
    private mutating func takeWhatIsThere() -> Bool {
        let begun = ClockReading.Bracket.now()
        // A socket whose read fails now is read again in the next round.
        let isFlooded = HearingTurn.take(from: ears.map { ear in { try? ear.ear.take() } }) {
            hear($0)
        }
        if !isFlooded { arrival.nothingIsLeft(at: begun) }
        return isFlooded
    }

    private mutating func hear(_ datagram: GroupEar.Datagram) {
        let here = ClockReading.Bracket.now()
        let isTrusted = (try? ClockDiscipline.read().isSynchronized) ?? false
        let verdict = judge.judge(
            datagram.isCut ? nil : datagram.bytes,
            from: datagram.sender,
            at: here.reading.boottime,
            realtime: isTrusted ? here.reading.realtime.nanosecondsSince1970 : nil
        )
        switch verdict {
        case .known, .refused(nil): break
        case .refused(let line?): tell(.note(line))
        case .mark(let mark):
            let came = arrival.instant(timestampedAt: datagram.realtimeNanoseconds, readAt: here)
            let sent = came.instant.advanced(by: .nanoseconds(-Int64(mark.delayNanoseconds)))
            // The session may use another clock than the machine: keep the mark's age, and date it by that clock.
            let age = sent.duration(to: LiveTimekeeper().now)
            let inSession =
                timekeeper is LiveTimekeeper ? sent : timekeeper.now.advanced(by: .zero - age)
            tell(
                .networkMark(
                    HeardMark(
                        id: mark.identifier,
                        name: mark.name,
                        received: inSession,
                        errorNanoseconds: came.errorNanoseconds,
                        from: datagram.sender,
                        transmission: Int(mark.transmission),
                        isSigned: mark.isSigned
                    )
                )
            )
        }
    }
}
