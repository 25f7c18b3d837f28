// Asks whoever holds the machine's clock how well: chrony by its own program, linuxptp by its, and else the kernel. Any
// of the programs may hang; each has its time and is killed then, and whoever waits can give it up sooner.

internal import SystemCalls

/// Asks how well the clock of the time of day is held.
///
/// It is for one thread, which may wait.
package struct SynchronizationInquiry {
    /// How long a program has for its answer.
    package static let patience = Duration.seconds(2)

    /// A program that can be asked.
    struct Program {
        var source: String
        /// Where it is asked, as the paths of one user may lack the other.
        var words: [[String]]
        /// Without this it is not asked.
        var socket: String?
        var isThere = true
        /// Whether it did not answer in its time, or before it was given up, when it was asked last.
        var hung = false
        /// One that was killed and that the kernel holds; there is to be no other beside it.
        var left: KilledProgram?
    }

    private var programs: [Program]

    /// Asks the programs of this machine.
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

    /// Asks.
    ///
    /// - Parameters:
    ///   - patience: How long each program has.
    ///   - total: How long all of them have together.
    ///   - askingHung: Whether one that did not answer the last time is asked again.
    ///   - pause: Sleeps for so long; its answer is `true` where there is no time for programs any more.
    /// - Returns: What the first of them said that holds the clock; `nil` where even the kernel does not tell, and
    ///   where it was given up.
    package mutating func ask(
        within patience: Duration = patience,
        inAll total: Duration = .seconds(60),
        askingHung: Bool = true,
        sleepingBy pause: (Duration) -> Bool
    ) -> ClockSynchronization? {
        let clock = LiveTimekeeper()
        let end = clock.now.advanced(by: total)
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
            if let told { return told }
        }
        let now = clock.now
        return (try? ClockDiscipline.read()).map { ClockSynchronization($0, at: now) }
    }

    /// What a program prints; one that is not there is not looked for again.
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
