import Foundation
import Glibc
import Patience
import SystemCalls
import Testing

@Suite("An open folder", .mayNotHang)
struct OpenFolderTests {
    let scratch: Folder
    let folder: OpenFolder

    init() throws {
        scratch = try Folder()
        folder = try OpenFolder.open(scratch.path)
    }

    @Test("gives back what was written under a name, and lists the name")
    func files() throws {
        try folder.create("a").writeAll([1, 2, 3], at: 0)
        #expect(try folder.open("a").readAll(limit: 9) == [1, 2, 3])
        #expect(try folder.list() == ["a"])
        #expect(try folder.list() == ["a"], "a second listing starts from the beginning")
        #expect(try folder.permissions(of: "a") == 0o600)
        #expect(folder.kind(of: "a") == .file && folder.kind(of: "b") == .missing)
        try folder.rename("a", to: "b")
        try folder.link("b", as: "c")
        #expect(try folder.list() == ["b", "c"])
        #expect(throws: SystemError.self) { try folder.link("b", as: "c") }
        try folder.remove("b")
        try folder.synchronize()
        #expect(try folder.open("c").size() == 3)
    }

    @Test("moves a file or folder to a free name, and never replaces one")
    func moves() throws {
        let made = try folder.makeFolder("made")
        let inner = try made.makeFolder("folder")
        try inner.create("kept").close()
        try made.create("file").writeAll([1], at: 0)
        try made.move("file", to: folder, as: "file")
        try made.move("folder", to: folder, as: "folder")
        #expect(try folder.list() == ["file", "folder", "made"] && made.list() == [])
        try made.create("file").writeAll([2], at: 0)
        try made.makeFolder("folder").create("other").close()
        try folder.makeFolder("empty").synchronize()
        for (name, taken) in [("file", "file"), ("folder", "folder"), ("folder", "empty")] {
            let error = #expect(throws: SystemError.self) {
                try made.move(name, to: folder, as: taken)
            }
            #expect(error?.errno == .exists)
        }
        #expect(throws: SystemError.self) { try made.move("file", to: folder, as: "../file") }
        #expect(try folder.open("file").readAll(limit: 9) == [1])
        #expect(try folder.folder("folder").list() == ["kept"])
    }

    @Test("reports a file system that cannot synchronise a folder, and goes on")
    func savesNames() throws {
        #expect(try folder.synchronize())
        // The kernel's own folders are on no disk: fsync(2) answers EINVAL.
        #expect(try !OpenFolder.open("/proc/self").synchronize())
    }

    @Test("creates a file whose name is on disk only under a free name")
    func createsDurably() throws {
        try folder.createDurably("a").writeAll([1, 2, 3], at: 0)
        let error = #expect(throws: SystemError.self) { try folder.createDurably("a").close() }
        #expect(error?.errno == .exists)
        #expect(try folder.list() == ["a"])
        #expect(try folder.open("a").readAll(limit: 9) == [1, 2, 3])
    }

    @Test("knows by which errors a file system says that it has no hard links")
    func hardLinks() {
        for errno in [.permission, .notSupported, .notImplemented, .hasOtherNames] as [Errno] {
            #expect(SystemError(call: "link", errno: errno).meansNoHardLinks, "\(errno)")
            #expect(!SystemError(call: "open", errno: errno).meansNoHardLinks, "\(errno)")
        }
        for errno in [.exists, .noSpace, .ioError, .tooManyLinks, .access] as [Errno] {
            #expect(!SystemError(call: "link", errno: errno).meansNoHardLinks, "\(errno)")
        }
    }

    @Test("creates a file only under a free name, and replaces one on request")
    func creates() throws {
        try folder.create("a").writeAll([1, 2, 3], at: 0)
        let error = #expect(throws: SystemError.self) { try folder.create("a").close() }
        #expect(error?.errno == .exists)
        let earlier = try folder.open("a")
        try folder.createAnew("a").writeAll([9], at: 0)
        #expect(try folder.open("a").readAll(limit: 9) == [9])
        #expect(try earlier.readAll(limit: 9) == [1, 2, 3], "the old file is not written over")
    }

    @Test("follows no link, and can replace a link by a file")
    func links() throws {
        let outside = try Folder()
        let target = "\(outside.path)/target"
        try OpenFile.create(target).writeAll([7], at: 0)
        #expect(unsafe symlink(target, "\(scratch.path)/a") == 0)
        #expect(unsafe symlink(outside.path, "\(scratch.path)/f") == 0)
        #expect(folder.kind(of: "a") == .link)
        #expect(throws: SystemError.self) { try folder.open("a").close() }
        #expect(throws: SystemError.self) { try folder.create("a").close() }
        #expect(throws: SystemError.self) { try folder.folder("f") }
        #expect(throws: SystemError.self) { try folder.makeFolder("f") }
        try folder.createAnew("a").writeAll([1, 2], at: 0)
        try DurableDocument.write([3], as: "f", in: folder)
        #expect(try folder.open("a").size() == 2)
        #expect(try folder.open("f").size() == 1)
        #expect(try OpenFile.open(target).readAll(limit: 9) == [7])
        #expect(try FileSystem.list(outside.path) == ["target"])
    }

    @Test("opens no pipe, folder or device as a file, and waits for none")
    func others() throws {
        #expect(unsafe mkfifo("\(scratch.path)/pipe", 0o600) == 0)
        _ = try folder.makeFolder("folder")
        defer { try? folder.removeFolder("folder") }
        for (name, errno) in [("pipe", Errno.invalid), ("folder", .isDirectory)] {
            let error = #expect(throws: SystemError.self) { try folder.open(name).close() }
            #expect(error?.errno == errno)
        }
        let devices = try OpenFolder.open("/dev")
        #expect(throws: SystemError.self) { try devices.open("null").close() }
    }

    @Test(
        "accepts no name that leads elsewhere",
        arguments: ["", ".", "..", "a/b", "/etc/hosts", "../a", "a\0b"]
    )
    func names(_ name: String) throws {
        try folder.create("a").close()
        #expect(folder.kind(of: name) == .missing)
        for refused in [
            { try folder.open(name).close() }, { try folder.create(name).close() },
            { try folder.createAnew(name).close() }, { try folder.remove(name) },
            { try folder.rename("a", to: name) }, { try folder.link("a", as: name) },
            { _ = try folder.folder(name) }, { _ = try folder.makeFolder(name) },
            { try folder.removeFolder(name) }, { _ = try folder.permissions(of: name) },
        ] as [() throws -> Void] {
            let error = #expect(throws: SystemError.self) { try refused() }
            #expect(error?.errno == .invalid)
        }
        #expect(try folder.list() == ["a"])
    }

    @Test("stays the same folder when its path leads to another")
    func moved() throws {
        let outside = try Folder()
        let inner = try folder.makeFolder("inner")
        try folder.rename("inner", to: "elsewhere")
        #expect(unsafe symlink(outside.path, "\(scratch.path)/inner") == 0)
        try inner.create("a").close()
        try DurableDocument.write([1], as: "b", in: inner)
        #expect(try FileSystem.list(outside.path).isEmpty)
        #expect(try FileSystem.list("\(scratch.path)/elsewhere") == ["a", "b"])
        for name in ["a", "b"] { try inner.remove(name) }
        #expect(throws: SystemError.self) { try inner.delete() }
        try folder.removeFolder("elsewhere")
    }

    @Test("can be locked once at a time, and is free again after unlocking or closing")
    func locks() throws {
        func numbers() throws -> Set<Int32> {
            let all = try FileSystem.list("/proc/self/fd").compactMap { Int32($0) }
            return Set(
                all.filter { (try? FileSystem.linkTarget("/proc/self/fd/\($0)")) == scratch.path }
            )
        }
        let earlier = try numbers()
        var first: OpenFolder? = try folder.reopened()
        // A program that is being started inherits the descriptor.
        let number = try numbers().subtracting(earlier).max()
        #expect(try first?.tryLockExclusively() == true)
        #expect(try !folder.reopened().tryLockExclusively())
        let inherited = dup(try #require(number))
        first?.unlock()
        #expect(try folder.reopened().tryLockExclusively())
        close(inherited)
        first = nil
        #expect(try folder.reopened().tryLockExclusively())
    }

    @Test(
        "of one owner gives root only that owner's files, and gives new files to that owner",
        .enabled(
            if: geteuid() == 0 || Environment.variable("CI") == "true",
            "only root meets files of others"
        )
    )
    func owners() throws {
        let somebody: uid_t = 4321
        _ = try folder.makeFolder("study")
        defer {
            for name in (try? FileSystem.list("\(scratch.path)/study")) ?? [] {
                try? FileSystem.remove("\(scratch.path)/study/\(name)")
            }
            try? folder.removeFolder("study")
        }
        #expect(unsafe chown("\(scratch.path)/study", somebody, somebody) == 0)
        try OpenFile.create("\(scratch.path)/study/roots").close()
        let study = try folder.folder("study", ofOneOwner: true)
        try study.create("made").close()
        var status = stat()
        #expect(unsafe stat("\(scratch.path)/study/made", &status) == 0)
        #expect(status.st_uid == somebody && status.st_gid == somebody)
        try study.open("made").close()
        for refused in [
            { try study.open("roots").close() }, { try study.rename("roots", to: "x") },
            { try study.link("roots", as: "x") },
        ] as [() throws -> Void] {
            let error = #expect(throws: SystemError.self) { try refused() }
            #expect(error?.errno == .permission)
        }
        // If the folder was not opened for one owner, its files may be anybody's.
        try folder.folder("study").open("roots").close()
    }
}
