import Glibc
import Synchronization
import Testing

@testable import SystemCalls

@Suite("A socket that systemd passes to a process")
struct HandedSocketTests {
    @Test(
        "is counted only for the process that `LISTEN_PID` names",
        arguments: [
            ("7", "1", 1), ("7", "2", 2), ("8", "1", 0), ("7", "0", 0), ("7", "-1", 0),
            ("7", "99999999999999999999", 0), ("7", "one", 0), ("", "1", 0), (nil, "1", 0),
            ("7", nil, 0), (nil, nil, 0), ("99999999999", "1", 0),
        ] as [(String?, String?, Int)]
    )
    func count(process: String?, number: String?, expected: Int) {
        let variables = ["LISTEN_PID": process, "LISTEN_FDS": number]
        #expect(HandedSocket.count(given: { variables[$0] ?? nil }, to: 7) == expected)
    }

    @Test(
        "is taken over with its port, and with who can reach it",
        arguments: [ListeningSocket.Reach.thisMachine, .network]
    )
    func adopted(reach: ListeningSocket.Reach) throws {
        let opened = try ListeningSocket(for: reach, port: 0)
        let number = dup(opened.number)
        let taken = try ListeningSocket(adopting: number)
        #expect(taken.port == opened.port)
        #expect(taken.reach == reach)
        #expect(fcntl(number, F_GETFD) == FD_CLOEXEC)
        #expect(fcntl(number, F_GETFL) & O_NONBLOCK != 0)
        shutdown(number, Int32(SHUT_RDWR))
        try taken.listenAgain()
        let patience = Duration.seconds(5)
        let found = try? NetworkReach.look("127.0.0.1", port: taken.port, patience: patience) {
            false
        }
        #expect(found != nil)
    }

    @Test("is taken over once only, so that nothing closes its descriptor twice")
    func takenOnce() throws {
        let opened = try ListeningSocket(for: .thisMachine, port: 0)
        let number = dup(opened.number)
        let variables = ["LISTEN_PID": "7", "LISTEN_FDS": "1"]
        let isTaken = Atomic<Bool>(false)
        let taken = try HandedSocket.take(
            number,
            given: { variables[$0] },
            to: 7,
            unless: isTaken
        )
        let again = try HandedSocket.take(
            number,
            given: { variables[$0] },
            to: 7,
            unless: isTaken
        )
        #expect(taken?.port == opened.port)
        #expect(again == nil)
        withExtendedLifetime(taken) { #expect(fcntl(number, F_GETFD) >= 0) }
    }

    @Test("is refused by each call, not only by the first, if it does not listen")
    func refusedAgain() {
        let quiet = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(quiet) }
        let variables = ["LISTEN_PID": "7", "LISTEN_FDS": "1"]
        let isTaken = Atomic<Bool>(false)
        for _ in 1...2 {
            var refusal: SystemError?
            do throws(SystemError) {
                _ = try HandedSocket.take(
                    quiet,
                    given: { variables[$0] },
                    to: 7,
                    unless: isTaken
                )
            } catch {
                refusal = error
            }
            #expect(refusal != nil)
        }
    }

    @Test("is refused, and stays open, if it does not listen or is no TCP socket")
    func refused() throws {
        let quiet = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let datagrams = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        let local = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { for number in [quiet, datagrams, local] { close(number) } }
        listen(local, 1)
        for number in [quiet, datagrams, local] {
            let error = #expect(throws: SystemError.self) {
                try ListeningSocket(adopting: number)
            }
            #expect(error?.description.contains("the socket \(number)") == true)
            // It still belongs to its owner.
            #expect(fcntl(number, F_GETFD) >= 0)
        }
    }
}
