import Glibc
import Testing
@testable import SystemCalls

@Suite("A listening socket")
struct ListeningSocketTests {
    /// Whether somebody listens at a port of this machine.
    private static func reaches(_ port: UInt16) -> Bool {
        let patience = Duration.seconds(5)
        let address = try? NetworkReach.look("127.0.0.1", port: port, patience: patience) { false }
        return address != nil
    }

    @Test(
        "listens again at its port after a shutdown, also if the kernel has chosen the port",
        arguments: [ListeningSocket.Reach.thisMachine, .network]
    )
    func again(reach: ListeningSocket.Reach) throws {
        var free: UInt16 = 0
        do { free = try ListeningSocket(for: reach, port: 0).port }
        for port in [0, free] {
            let socket = try ListeningSocket(for: reach, port: port)
            #expect(Self.reaches(socket.port))
            for _ in 0..<2 {
                shutdown(socket.number, Int32(SHUT_RDWR))
                #expect(!Self.reaches(socket.port))
                try socket.listenAgain()
                #expect(Self.reaches(socket.port))
            }
        }
    }

    @Test("goes on listening when it is told to listen again without a shutdown")
    func unharmed() throws {
        let socket = try ListeningSocket(for: .thisMachine, port: 0)
        try socket.listenAgain()
        #expect(Self.reaches(socket.port))
    }

    @Test("reports that another socket has its port, and listens once that one is closed")
    func taken() throws {
        let socket = try ListeningSocket(for: .thisMachine, port: 0)
        shutdown(socket.number, Int32(SHUT_RDWR))
        do {
            let other = try ListeningSocket(for: .thisMachine, port: socket.port)
            let error = #expect(throws: SystemError.self) { try socket.listenAgain() }
            #expect(error?.errno.rawValue == EADDRINUSE)
            #expect(error?.description.contains("port \(other.port)") == true)
        }
        try socket.listenAgain()
        #expect(Self.reaches(socket.port))
    }
}
