// Asks how well the machine's clock is synchronised: first chrony, then linuxptp, each by its own program, then the
// kernel. Any of the programs may hang. Each is killed after a time limit, and the caller can give up sooner.

internal import SystemCalls

/// Asks how well the time of day is synchronised.
///
/// Use it from one thread that may block.
package struct SynchronizationInquiry {
    /// The time limit of one program.
    package static let patience = Duration.seconds(2)

    /// A program that can be asked.
    struct Program {
        var source: String
        /// The commands to try in order: the `PATH` of some users lacks the program's folder.
        var words: [[String]]
        /// The program is asked only if this socket exists; `nil` if it needs none.
        var socket: String?
        var isThere = true
        /// True if the program did not answer in time, or was given up, when it was last asked.
        var hung = false
        /// A killed program that the kernel has not released yet; no second one is started before it is gone.
        var left: KilledProgram?
    }

    private var programs: [Program]

    /// An inquiry that asks chrony and linuxptp.
    package init() {
        let ptp = ["GET TIME_STATUS_NP", "GET CURRENT_DATA_SET", "GET PORT_DATA_SET"]
        let sockets = ["/var/run/ptp4lro", "/var/run/ptp4l"]
        self.init(
            [
                Program(
                    source: ClockSynchronization.chrony,
                    words: ["chronyc", "/usr/bin/chronyc"].map { [$0, "-c", "-n", "tracking"] }
                )
            ]
                + sockets.map { socket in
                    Program(
                        source: ClockSynchronization.ptp,
                        words: ["pmc", "/usr/sbin/pmc"].map {
                            [$0, "-u", "-b", "0", "-s", socket] + ptp
                        },
                        socket: socket
                    )
                }
        )
    }

    init(_ programs: [Program]) { self.programs = programs }

    /// Asks the programs, then the kernel.
    ///
    /// - Parameters:
    ///   - patience: The time limit of each program.
    ///   - total: The time limit of all programs together.
    ///   - askingHung: Whether to ask a program again that did not answer the last time.
    ///   - pause: Sleeps for the given time; returns `true` if the caller gives up.
    /// - Returns: The first report of a synchronised clock, else the first report of a program, else the kernel's;
    ///   `nil` if even the kernel reports nothing, or the caller gave up.
    package mutating func ask(
        within patience: Duration = patience,
        inAll total: Duration = .seconds(60),
        askingHung: Bool = true,
        sleepingBy pause: (Duration) -> Bool
    ) -> ClockSynchronization? {
        let clock = LiveTimekeeper()
        let end = clock.now.advanced(by: total)
        // chrony may run unsynchronised while linuxptp follows a master, so linuxptp is asked too.
        var unsynchronized: ClockSynchronization?
        var isGivenUp = false
        func nap(_ duration: Duration) -> Bool {
            isGivenUp = isGivenUp || pause(duration)
            return isGivenUp
        }
        for index in programs.indices where programs[index].isThere {
            guard askingHung || !programs[index].hung else { continue }
            guard programs[index].left?.isGone != false else { continue }
            let time = min(patience, clock.now.duration(to: end))
            guard time > .zero else { break }
            if let socket = programs[index].socket, FileSystem.kind(of: socket) == .missing {
                continue
            }
            let text = text(of: index, time, nap)
            if isGivenUp { return nil }
            guard let text else { continue }
            let now = clock.now
            let told =
                programs[index].source == ClockSynchronization.chrony
                ? ClockSynchronization(chronyTracking: text, at: now)
                : ClockSynchronization(ptpManagement: text, at: now)
            if let told, told.isSynchronized { return told }
            unsynchronized = unsynchronized ?? told
        }
        if let unsynchronized { return unsynchronized }
        let now = clock.now
        return (try? ClockDiscipline.read()).map { ClockSynchronization($0, at: now) }
    }

    /// Returns what a program prints; `nil` if it is missing, fails or does not answer.
    ///
    /// A missing program is not tried again.
    private mutating func text(
        of index: Int,
        _ patience: Duration,
        _ pause: (Duration) -> Bool
    ) -> String? {
        while let words = programs[index].words.first {
            do throws(SystemError) {
                var left: KilledProgram?
                let output = try ChildProgram.output(
                    of: words,
                    within: patience,
                    leaving: { left = $0 },
                    sleepingBy: pause
                )
                programs[index].left = left
                programs[index].hung = output == nil
                guard let output, output.ending == .exited(0) else { return nil }
                return String(decoding: output.bytes, as: UTF8.self)
            } catch {
                guard error.errno == .notFound || error.errno == .access else { return nil }
                programs[index].words.removeFirst()
            }
        }
        programs[index].isThere = false
        return nil
    }
}
