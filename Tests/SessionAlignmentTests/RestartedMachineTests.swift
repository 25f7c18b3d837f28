// A session whose run was taken up again, on the same boot of the machine or on another one.

import Foundation
import SampleFile
import Testing
import WrittenMotion

@testable import SessionAlignment
@testable import SessionFolder

@Suite("A session that was taken up again")
struct RestartedMachineTests {
    static let begun = "b7c1a0de-0000-4000-8000-000000000001"

    /// A session that was taken up after a minute, in which the time of day was set forward by `jump` seconds.
    private func session(takenUpOn boot: String?, jump: Int64) throws -> WrittenMotion {
        let minute: Int64 = 60_000_000_000
        let realtime = 1_000_000_000_000_000_000 + minute + jump * 1_000_000_000
        let clocks =
            #""boottimeNanoseconds":\#(minute),"monotonicNanoseconds":\#(minute),"#
            + #""realtimeNanoseconds":\#(realtime)"#
        let named = boot.map { #""boot":"\#($0)","# } ?? ""
        let about = #"{\#(named)"clocks":{\#(clocks)}}"#
        let head = Array("[\n{\"uptime\":60,\"event\":\"continued\",\"about\":\(about)}".utf8)
        let written = try WrittenMotion(
            #"{"uptime":0,"timestamp":0,"stepPath":"motion","timestampDate":"2001-09-09T01:46:40.000Z"}"#
        ) { manifest in
            manifest.host.boot = Self.begun
            manifest.journal = SessionManifest.Journal(
                path: "journal.json",
                size: Int64(head.count),
                records: 1,
                checksum: Checksum.text(of: head)
            )
        }
        try Data(head + Array("\n]".utf8)).write(to: URL(filePath: "\(written.path)/journal.json"))
        return written
    }

    @Test(
        "is refused if the boots show a restart of the machine, or without them if the clocks do",
        arguments: [
            (begun, 3600, false), (begun, 0, false),
            ("b7c1a0de-0000-4000-8000-000000000002", 0, true), (nil, 3600, true), (nil, 0, false),
        ] as [(String?, Int64, Bool)]
    )
    func restarted(boot: String?, jump: Int64, isRefused: Bool) throws {
        let written = try session(takenUpOn: boot, jump: jump)
        let problem = try AlignedSession(opening: written.path).problem
        #expect((problem != nil) == isRefused)
        #expect(problem?.contains("after the machine had restarted") ?? true)
    }
}
