import Arguments
import SessionRuns
import SystemCalls
import Testing

@testable import footfall

@Suite("A socket that systemd has opened for footfall serve")
struct HandedServeSocketTests {
    private static func place(_ words: String...) throws -> BrowserPlace {
        let parser = ArgumentParser(program: Program.declaration)
        guard case .run(let arguments) = try parser.parse(["serve", "Study"] + words) else {
            throw RunFailure("no command")
        }
        return try BrowserPlace(arguments)
    }

    @Test("is served where it reaches those who are let in")
    func agrees() throws {
        try Self.place().agree(with: .thisMachine, port: 8443)
        try Self.place("--port", "8443").agree(with: .thisMachine, port: 8443)
        try Self.place("--lan").agree(with: .network, port: 8443)
    }

    @Test("is refused where the command line says otherwise, with what to change")
    func refused() {
        let open = #expect(throws: RunFailure.self) {
            try Self.place().agree(with: .network, port: 8443)
        }
        #expect(open.map { "\($0)".contains("add --lan") } == true)
        let closed = #expect(throws: RunFailure.self) {
            try Self.place("--lan").agree(with: .thisMachine, port: 8443)
        }
        #expect(closed.map { "\($0)".contains("ListenStream=8443") } == true)
        let other = #expect(throws: RunFailure.self) {
            try Self.place("--port", "80").agree(with: .thisMachine, port: 8443)
        }
        #expect(other.map { "\($0)".contains("--port 80") } == true)
    }
}
