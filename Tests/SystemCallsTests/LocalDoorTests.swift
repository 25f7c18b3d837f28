import Foundation
import Glibc
import OtherUser
import Patience
import Synchronization
import Testing

@testable import SystemCalls

@Suite("The socket of a folder", .mayNotHang)
struct LocalDoorTests {
    let path: String
    let folder: OpenFolder

    init() throws {
        path = "/tmp/footfall-door-\(UUID().uuidString)"
        try FileSystem.makeDirectory(path)
        folder = try OpenFolder.open(path)
    }

    private func clean() { try? FileSystem.removeDirectory(path) }

    private func ask(_ question: String, for purpose: String = "test") throws -> String? {
        let answer = try LocalDoor.ask(Array(question.utf8), of: folder, for: purpose)
        return answer.map { String(decoding: $0, as: UTF8.self) }
    }

    private func echo() throws -> LocalDoor {
        try LocalDoor(of: folder, for: "test") { Array("so: ".utf8) + $0 }
    }

    @Test("answers clients one after the other until it is closed")
    func answers() throws {
        defer { clean() }
        #expect(try ask("early") == nil)
        let door = try echo()
        for number in 1...50 { #expect(try ask("\(number)") == "so: \(number)") }
        #expect(try ask("elsewhere", for: "other") == nil)
        door.close()
        #expect(try ask("late") == nil)
        // Its name is free again, and it leaves no file in the folder.
        let next = try echo()
        #expect(try ask("again") == "so: again")
        next.close()
        #expect(try FileSystem.list(path).isEmpty)
    }

    @Test("is found by any path to the folder, and can be open only once")
    func identity() throws {
        defer { clean() }
        let door = try echo()
        let other = try OpenFolder.open("/tmp/../\(path)")
        #expect(try LocalDoor.ask([65], of: other, for: "test") == Array("so: A".utf8))
        #expect(throws: SystemError.self) { try echo() }
        door.close()
    }

    /// Connects to the socket as a client that sends nothing; returns the client's end.
    private func connectSilently() throws -> Int32 {
        let client = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The zero byte makes the name an abstract one, which ends where the address does.
        let name = "\0footfall test \(folder.identity)".utf8
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
        let connected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(client, $0, length)
            }
        }
        try #require(connected == 0)
        return client
    }

    @Test("is not blocked by a client that sends too much, or nothing")
    func patience() throws {
        defer { clean() }
        let door = try echo()
        // The question is too long: this client gets no answer, and the next one does.
        #expect(throws: SystemError.self) {
            try ask(String(repeating: "a", count: LocalDoor.longest + 1))
        }
        #expect(try ask("next") == "so: next")
        let silent = try connectSilently()
        defer { close(silent) }
        let answer = try LocalDoor.ask([65], of: folder, for: "test", within: .seconds(60))
        #expect(answer == Array("so: A".utf8))
        // It was dropped before the next one was answered.
        var byte: UInt8 = 0
        #expect(unsafe recv(silent, &byte, 1, Int32(MSG_DONTWAIT)) == 0)
        door.close()
    }

    @Test("answers many clients that ask at once")
    func many() async throws {
        defer { clean() }
        let door = try echo()
        let folder = folder
        let answers = try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            for number in 0..<64 {
                group.addTask {
                    try LocalDoor.ask([UInt8(number)], of: folder, for: "test")
                }
            }
            return try await group.reduce(into: [[UInt8]?]()) { $0.append($1) }
        }
        #expect(Set(answers.compactMap { $0?.last }) == Set(0..<64))
        door.close()
    }

    @Test("closes when its owner releases it")
    func forgotten() throws {
        defer { clean() }
        var door: LocalDoor? = try echo()
        #expect(try ask("there") == "so: there")
        _ = door
        door = nil
        // Its thread ends by itself, a moment later.
        var isOpen = true
        for _ in 0..<1_000 where isOpen {
            isOpen = try ask("there?") != nil
            if isOpen { usleep(5_000) }
        }
        #expect(!isOpen)
    }
}
