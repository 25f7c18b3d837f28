import Glibc
import SystemCalls
import Testing

@Suite("A look at an open file")
struct FileSightingTests {
    let scratch: Folder
    let folder: OpenFolder

    init() throws {
        scratch = try Folder()
        folder = try OpenFolder.open(scratch.path)
    }

    @Test("sees a file with its size under its name")
    func itself() throws {
        let file = try folder.create("a")
        try file.writeAll([1, 2, 3], at: 0)
        #expect(
            try folder.look(at: file, named: "a")
                == FileSighting(name: .itself, links: 1, size: 3, folderExists: true)
        )
        #expect(file.presentPath == "\(scratch.path)/a")
    }

    @Test("sees a file that was deleted, and one that has another name")
    func withoutName() throws {
        let file = try folder.create("a")
        try folder.rename("a", to: "b")
        #expect(
            try folder.look(at: file, named: "a")
                == FileSighting(name: .nothing, links: 1, size: 0, folderExists: true)
        )
        #expect(file.presentPath == "\(scratch.path)/b")
        try folder.remove("b")
        #expect(
            try folder.look(at: file, named: "a")
                == FileSighting(name: .nothing, links: 0, size: 0, folderExists: true)
        )
        #expect(file.presentPath == nil)
    }

    @Test("reports no path that leads elsewhere, or that is valid only until the file is closed")
    func falsePaths() throws {
        let file = try folder.create("a")
        try folder.link("a", as: "b")
        try folder.remove("a")
        #expect(file.presentPath == nil, "the kernel reports the deleted name")
        try folder.create("a (deleted)").close()
        #expect(file.presentPath == nil)
        let other = try folder.create("c")
        try folder.rename("c", to: ".nfs0000000000000001")
        #expect(other.presentPath == nil)
    }

    @Test("knows whether a name leads to a file, also if another file has that name now")
    func leads() throws {
        let file = try folder.create("a")
        #expect(try folder.leads("a", to: file))
        try folder.rename("a", to: "b")
        #expect(try !folder.leads("a", to: file))
        #expect(folder.tellsFilesApart(by: "a"), "a missing name is no evidence against it")
        try folder.create("a").close()
        #expect(folder.tellsFilesApart(by: "a"))
        #expect(try !folder.leads("a", to: file))
        #expect(try folder.leads("b", to: file))
    }

    @Test("sees another file, a link and a folder in its place", arguments: 0..<3)
    func another(kind: Int) throws {
        let file = try folder.create("a")
        try folder.rename("a", to: "b")
        switch kind {
        case 0: try folder.create("a").close()
        case 1: #expect(unsafe symlink("b", "\(scratch.path)/a") == 0)
        default: _ = try folder.makeFolder("a")
        }
        #expect(try folder.look(at: file, named: "a").name == .another)
        if kind == 2 { try folder.removeFolder("a") }
    }

    @Test("sees that the folder was moved, and that it was deleted")
    func folderItself() throws {
        let inner = try folder.makeFolder("walk")
        let file = try inner.create("a")
        #expect(inner.presentPath == "\(scratch.path)/walk")
        try folder.rename("walk", to: "run")
        #expect(inner.presentPath == "\(scratch.path)/run")
        #expect(file.presentPath == "\(scratch.path)/run/a")
        #expect(try inner.look(at: file, named: "a").name == .itself)
        try inner.remove("a")
        try folder.removeFolder("run")
        #expect(inner.presentPath == nil)
        #expect(
            try inner.look(at: file, named: "a")
                == FileSighting(name: .nothing, links: 0, size: 0, folderExists: false)
        )
    }
}
