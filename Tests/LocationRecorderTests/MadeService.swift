// A service of a test's own at the place of a gpsd: it says whatever a test has it say.

import Glibc
import LoopbackParts
import Synchronization
import SystemCalls
import Testing

@testable import LocationRecorder

/// Who listens on the loopback, and does something with each connection.
final class MadeService {
    let address: ReceiverAddress
    private let listener: Loopback
    private let thread: WorkThread

    /// What a gpsd says first of all.
    static let version =
        #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
        + "\r\n"

    /// A report of a fix.
    static func report(_ second: Int) -> String {
        let time = "2026-11-27T12:00:\(second < 10 ? "0" : "")\(second).000Z"
        return
            #"{"class":"TPV","device":"/dev/made","mode":3,"time":"\#(time)","lat":52.5,"lon":13.4}"#
            + "\r\n"
    }

    /// Listens, and does something with each connection, which is closed after it; its number is told, too.
    init(_ deed: @escaping @Sendable (Line, Int) -> Void) throws {
        let listener = try Loopback(SOCK_STREAM)
        try #require(listen(listener.number, 4) == 0)
        self.listener = listener
        address = try ReceiverAddress("127.0.0.1:\(listener.port)")
        thread = try WorkThread(name: "made gpsd")
        // The thread has the socket until it waits no longer: the next one would get the number of one that is closed
        // before that, and this thread would take what comes to it.
        thread.post {
            for count in 0... {
                let line = accept(listener.number, nil, nil)
                guard line >= 0 else { return }
                deed(Line(number: line), count)
                close(line)
            }
        }
    }

    deinit { shutdown(listener.number, Int32(SHUT_RDWR)) }

    /// A connection.
    struct Line: Sendable {
        let number: Int32

        /// Sends a text; answers whether anybody is there.
        @discardableResult
        func say(_ text: String) -> Bool {
            unsafe send(number, text, text.utf8.count, Int32(MSG_NOSIGNAL)) == text.utf8.count
        }

        /// Waits until the other end has hung up.
        func waitForEnd() {
            var byte: UInt8 = 0
            while unsafe recv(number, &byte, 1, 0) > 0 {}
        }
    }
}
