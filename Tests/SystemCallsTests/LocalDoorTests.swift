import Foundation
import OtherUser
import Patience
import Synchronization
import SystemCalls
import Testing

@Suite("A door of a folder", .mayNotHang)
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

    @Test("answers whoever asks, one after the other, until it is closed")
    func answers() throws {
        defer { clean() }
        #expect(try ask("early") == nil)
        let door = try echo()
        for number in 1...50 { #expect(try ask("\(number)") == "so: \(number)") }
        #expect(try ask("elsewhere", for: "other") == nil)
        door.close()
        #expect(try ask("late") == nil)
        // Its name is free again, and nothing of it lies in the folder.
        let next = try echo()
        #expect(try ask("again") == "so: again")
        next.close()
        #expect(try FileSystem.list(path).isEmpty)
    }

    @Test("is found by any path to the folder, and open once")
    func identity() throws {
        defer { clean() }
        let door = try echo()
        let other = try OpenFolder.open("/tmp/../\(path)")
        #expect(try LocalDoor.ask([65], of: other, for: "test") == Array("so: A".utf8))
        #expect(throws: SystemError.self) { try echo() }
        door.close()
    }

    @Test("is not held by visitors who say nothing, or too much")
    func patience() throws {
        defer { clean() }
        let door = try echo()
        // Who asks for more than there is room for gets no answer, and holds up nobody.
        #expect(throws: SystemError.self) {
            try ask(String(repeating: "a", count: LocalDoor.longest + 1))
        }
        #expect(try ask("next") == "so: next")
        door.close()
    }

    @Test("lets many ask at once")
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

    @Test("closes with whoever opened it")
    func forgotten() throws {
        defer { clean() }
        var door: LocalDoor? = try echo()
        #expect(try ask("there") == "so: there")
        _ = door
        door = nil
        // The thread that stood there ends by itself, a moment later.
        var isOpen = true
        for _ in 0..<1_000 where isOpen {
            isOpen = try ask("there?") != nil
            if isOpen { usleep(5_000) }
        }
        #expect(!isOpen)
    }
}
