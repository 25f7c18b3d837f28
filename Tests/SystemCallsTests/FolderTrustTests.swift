import Foundation
import Glibc
import OtherUser
import Patience
import Synchronization
import Testing

@testable import SystemCalls

@Suite("An open folder that is not what it seems", .mayNotHang)
struct FolderTrustTests {
    let scratch: Folder
    let folder: OpenFolder

    init() throws {
        scratch = try Folder()
        folder = try OpenFolder.open(scratch.path)
    }

    private func removeAll() { try? FileManager.default.removeItem(atPath: scratch.path) }

    @Test("is not the one that was just created if it has files")
    func isNew() throws {
        defer { removeAll() }
        let made = try folder.makeFolder("made")
        #expect(try made.isNew())
        try made.create("a").close()
        #expect(try !made.isNew())
    }

    @Test("counts as deleted if it has lost its links, unless links were never counted")
    func names() {
        #expect(OpenFolder.isDeleted(links: 0, whenOpened: 2))
        #expect(!OpenFolder.isDeleted(links: 1, whenOpened: 2))
        #expect(!OpenFolder.isDeleted(links: 0, whenOpened: 0))
    }

    @Test("keeps the name by which it was opened, even if that is a link")
    func pathByName() throws {
        defer { removeAll() }
        try folder.makeFolder("elsewhere").create("a").close()
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/session",
            withDestinationPath: "\(folder.path)/elsewhere"
        )
        let path = "\(folder.path)/session"
        #expect(try FileSystem.absolutePathOfName(path) == path)
        #expect(try FileSystem.absolutePathOfName("\(path)/") == path)
        #expect(try FileSystem.absolutePathOfName("\(path)/a") == "\(folder.path)/elsewhere/a")
        #expect(try FileSystem.absolutePathOfName("/") == "/")
        #expect(try FileSystem.absolutePathOfName("/tmp") == "/tmp")
    }

    @Test("has the path of the folder that was opened, not that of a link changed later")
    func path() throws {
        defer { removeAll() }
        for name in ["a", "b"] { try folder.makeFolder(name).create(name).close() }
        let (link, spare) = ("\(scratch.path)/link", "\(scratch.path)/spare")
        #expect(unsafe symlink("a", link) == 0)
        let isOver = Atomic<Bool>(false)
        try withRival(
            {
                for target in ["b", "a"] {
                    _ = unsafe symlink(target, spare)
                    _ = unsafe rename(spare, link)
                }
                return !isOver.load(ordering: .relaxed)
            },
            while: {
                defer { isOver.store(true, ordering: .relaxed) }
                for _ in 0..<5_000 {
                    let opened = try OpenFolder.open(link)
                    try #require(try opened.list() == [FileSystem.name(of: opened.path)])
                }
            }
        )
    }

    @Test("need not be readable for a file in it to be read")
    func reached() throws {
        try folder.create("a", permissions: 0o644).writeAll([1, 2], at: 0)
        #expect(unsafe chmod(scratch.path, 0o311) == 0)
        defer { _ = unsafe chmod(scratch.path, 0o700) }
        try withoutPrivileges {
            #expect(throws: SystemError.self) { try OpenFolder.open(scratch.path) }
            let reached = try OpenFolder.reach(scratch.path)
            #expect(reached.path == scratch.path)
            #expect(try reached.open("a").readAll(limit: 9) == [1, 2])
            #expect(throws: SystemError.self) { try reached.list() }
        }
    }

    @Test(
        "is refused to root behind a link that neither its owner nor root has made",
        .enabled(
            if: geteuid() == 0 || Environment.variable("CI") == "true",
            "only root meets links of others"
        )
    )
    func links() throws {
        defer { removeAll() }
        let (owner, somebody) = (4322 as uid_t, 4321 as uid_t)
        _ = try folder.makeFolder("theirs")
        #expect(unsafe chown("\(scratch.path)/theirs", owner, owner) == 0)
        func link(_ name: String, to target: String, of user: uid_t) -> String {
            let path = "\(scratch.path)/\(name)"
            #expect(unsafe symlink(target, path) == 0)
            #expect(unsafe lchown(path, user, user) == 0)
            return path
        }
        let foreign = link("foreign", to: "theirs", of: somebody)
        let refused = [
            foreign, "\(foreign)/", "\(foreign)/.", "\(foreign)/././",
            link("chain", to: "foreign", of: 0),
            link("whole", to: "\(scratch.path)/theirs/", of: somebody),
        ]
        for path in refused {
            let error = #expect(throws: SystemError.self) {
                try OpenFolder.open(path, ofOneOwner: true)
            }
            #expect(error?.errno == .permission)
            #expect(try OpenFolder.open(path).path == "\(scratch.path)/theirs", "for any owner")
        }
        let accepted = [
            "\(scratch.path)/theirs", "\(scratch.path)//theirs/", "\(scratch.path)/theirs/.",
            link("own", to: "theirs", of: owner),
            link("roots", to: "./own", of: 0), link("up", to: "theirs/../own", of: owner),
        ]
        for path in accepted {
            #expect(
                try OpenFolder.open(path, ofOneOwner: true).path == "\(scratch.path)/theirs"
            )
        }
        let endless = link("endless", to: "endless", of: 0)
        let error = #expect(throws: SystemError.self) {
            try OpenFolder.open(endless, ofOneOwner: true)
        }
        #expect(error?.errno == .tooManyLinks)
        #expect(try OpenFolder.open("/", ofOneOwner: true).path == "/")
        try OpenFile.create("\(scratch.path)/file").close()
        for (name, errno) in [("file", Errno.notDirectory), ("missing", .notFound)] {
            let error = #expect(throws: SystemError.self) {
                try OpenFolder.open("\(scratch.path)/\(name)", ofOneOwner: true)
            }
            #expect(error?.errno == errno)
        }
    }
}
