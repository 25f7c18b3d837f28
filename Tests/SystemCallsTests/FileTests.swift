import Foundation
import Glibc
import Patience
import SystemCalls
import Synchronization
import Testing

/// A folder in memory that is deleted with the test.
final class Folder: Sendable {
    let path: String

    init() throws {
        path = "/dev/shm/footfall-calls-\(UInt64.random(in: 0...UInt64.max))"
        try FileSystem.makeDirectory(path)
    }

    deinit {
        for name in (try? FileSystem.list(path)) ?? [] { try? FileSystem.remove("\(path)/\(name)") }
        try? FileSystem.removeDirectory(path)
    }
}

@Suite("An open file")
struct FileTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test("gives back the bytes that were written, at their offsets")
    func writesAndReads() throws {
        let file = try OpenFile.create("\(folder.path)/a")
        try file.writeAll([1, 2, 3, 4], at: 0)
        try file.writeAll([9, 9], at: 2)
        #expect(try file.readAll(limit: 10) == [1, 2, 9, 9])
        #expect(try file.size() == 4)
        try file.truncate(to: 1)
        #expect(try file.size() == 1)
        try file.synchronize()
        try file.close()
        #expect(try FileSystem.permissions(of: "\(folder.path)/a") == 0o600)
    }

    @Test("is created only once if it is created exclusively")
    func exclusive() throws {
        try OpenFile.create("\(folder.path)/a").close()
        let error = SystemError(call: "open", path: "\(folder.path)/a", errno: .exists)
        #expect(throws: error) { try OpenFile.create("\(folder.path)/a").close() }
    }

    @Test("is not read into memory if it is larger than the limit")
    func limits() throws {
        let file = try OpenFile.create("\(folder.path)/a")
        try file.writeAll([1, 2, 3], at: 0)
        let error = SystemError(call: "pread", path: "\(folder.path)/a", errno: .fileTooLarge)
        #expect(throws: error) { _ = try file.readAll(limit: 2) }
    }

    @Test("reserves space without becoming longer")
    func reserves() throws {
        let file = try OpenFile.create("\(folder.path)/a")
        #expect(try file.reserve(from: 0, length: 100_000))
        #expect(try file.size() == 0)
    }

    @Test("names the call, the path and the remedy if it cannot be opened")
    func errors() throws {
        do {
            try OpenFile.open("\(folder.path)/missing").close()
            Issue.record("a missing file was opened")
        } catch {
            #expect(
                error.description
                    == "cannot open \(folder.path)/missing: no such file or directory (ENOENT); "
                    + "check the path for a slip of the pen"
            )
        }
    }

    @Test("is closed when its owner releases it")
    func closesByItself() throws {
        let before = try FileSystem.list("/proc/self/fd").count
        for number in 0..<50 { _ = try OpenFile.create("\(folder.path)/\(number)") }
        #expect(try FileSystem.list("/proc/self/fd").count < before + 40)
    }
}

@Suite("Opening what should be a plain file", .mayNotHang)
struct PlainFileTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test("opens it, also through a link")
    func plain() throws {
        let path = "\(folder.path)/plain"
        try OpenFile.create(path).writeAll([1, 2, 3], at: 0)
        #expect(try OpenFile.openPlain(path).readAll(limit: 9) == [1, 2, 3])
        let link = "\(folder.path)/link"
        #expect(unsafe symlink(path, link) == 0)
        #expect(try OpenFile.openPlain(link).size() == 3)
    }

    @Test("refuses a pipe, without waiting for a writer, a folder and a device")
    func others() throws {
        let pipe = "\(folder.path)/pipe"
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        let refusals = [
            (pipe, Errno.invalid), (folder.path, .isDirectory), ("/dev/null", .invalid),
        ]
        for (path, errno) in refusals {
            let error = #expect(throws: SystemError.self) {
                try OpenFile.openPlain(path).close()
            }
            #expect(error?.errno == errno)
        }
    }
}

@Suite("Names of files")
struct FileSystemTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test("show what kind of file they lead to")
    func kinds() throws {
        try OpenFile.create("\(folder.path)/a").close()
        #expect(FileSystem.kind(of: "\(folder.path)/a") == .file)
        #expect(FileSystem.kind(of: folder.path) == .directory)
        #expect(FileSystem.kind(of: "\(folder.path)/b") == .missing)
        #expect(FileSystem.kind(of: "/dev/null") == .other)
        #expect(FileSystem.kind(of: "/proc/self/exe") == .link)
    }

    @Test(
        "have a parent folder",
        arguments: [
            ("/a/b", "/a"), ("/a", "/"), ("a", "."), ("a/b/", "a"), ("/", nil), ("a//b", "a/"),
        ] as [(String, String?)]
    )
    func parents(path: String, parent: String?) {
        #expect(FileSystem.parent(of: path) == parent)
    }

    @Test("can be created with all parent folders, also again")
    func makesFolders() throws {
        let path = "\(folder.path)/x/y"
        try FileSystem.makeDirectories(path)
        try FileSystem.makeDirectories(path)
        #expect(try FileSystem.permissions(of: path) == 0o700)
        try FileSystem.removeDirectory(path)
        try FileSystem.removeDirectory("\(folder.path)/x")
        try OpenFile.create("\(folder.path)/file").close()
        #expect(throws: SystemError.self) {
            try FileSystem.makeDirectories("\(folder.path)/file/below")
        }
    }

    @Test(
        "are the last components of paths",
        arguments: [("/a/b", "b"), ("a", "a"), ("a/b//", "b"), ("/", "/"), ("", "")]
    )
    func names(path: String, name: String) {
        #expect(FileSystem.name(of: path) == name)
    }
}

@Suite("An event")
struct WakeEventTests {
    @Test("wakes a thread also if its signal came before the thread slept")
    func missesNothing() throws {
        let wakeEvent = WakeEvent()
        let answer = WakeEvent()
        let thread = try SystemThread.spawn(name: "wakeEvent") {
            var heard: UInt32 = 0
            while heard < 1_000 {
                while wakeEvent.count == heard { wakeEvent.wait(since: heard) }
                heard += 1
                answer.signal()
            }
        }
        for number in 0..<1_000 as Range<UInt32> {
            wakeEvent.signal()
            while answer.count == number { answer.wait(since: number) }
        }
        thread.join()
        #expect(answer.count == 1_000)
    }

    @Test("lets a thread sleep no longer than requested")
    func timesOut() {
        let wakeEvent = WakeEvent()
        wakeEvent.wait(since: wakeEvent.count, upTo: .milliseconds(1))
        #expect(wakeEvent.count == 0)
    }
}
