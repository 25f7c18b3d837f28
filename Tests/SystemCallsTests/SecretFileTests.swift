import Glibc
import Patience
import Testing

@testable import SystemCalls

@Suite("A file with a secret", .mayNotHang)
struct SecretFileTests {
    let scratch: Folder
    var path: String { "\(scratch.path)/secret" }

    init() throws {
        scratch = try Folder()
        try OpenFile.create("\(scratch.path)/secret").writeAll([1, 2, 3], at: 0)
    }

    private func fault(_ mode: mode_t, of what: String? = nil) -> SecretFile.Fault? {
        #expect(unsafe chmod(what ?? path, mode) == 0)
        do throws(SecretFile.Fault) {
            #expect(try SecretFile.read(path, limit: 3) == [1, 2, 3])
            return nil
        } catch {
            return error
        }
    }

    @Test("is read if only its owner and perhaps a group can read it")
    func alone() {
        for mode: mode_t in [0o600, 0o400, 0o640, 0o440, 0o700, 0o601] {
            #expect(fault(mode) == nil, "\(String(mode, radix: 8))")
        }
    }

    @Test("is refused, with the remedy, if others can read or write it, or the group can write it")
    func exposed() {
        for mode: mode_t in [0o644, 0o604, 0o602, 0o620, 0o660, 0o666, 0o777, 0o444] {
            let found = fault(mode)
            #expect(found == .exposed(path: path), "\(String(mode, radix: 8))")
            #expect(found?.remedy.contains("chmod 600 \(path)") == true)
        }
    }

    @Test(
        "is refused in a folder where every user can replace it, but not in a sticky one like /tmp"
    )
    func replaceable() {
        defer { _ = unsafe chmod(scratch.path, 0o700) }
        for mode: mode_t in [0o777, 0o703, 0o702] {
            let found = fault(mode, of: scratch.path)
            #expect(found == .replaceable(folder: scratch.path))
            #expect(found?.remedy.contains("chmod go-w \(scratch.path)") == true)
        }
        for mode: mode_t in [0o1777, 0o755, 0o770, 0o700] {
            #expect(fault(mode, of: scratch.path) == nil, "\(String(mode, radix: 8))")
        }
    }

    @Test("is judged by its own folder, not by the folder of a link to it")
    func links() throws {
        let open = try OpenFolder.open(scratch.path).makeFolder("open")
        #expect(unsafe symlink(path, "\(open.path)/link") == 0)
        #expect(unsafe chmod(open.path, 0o777) == 0)
        #expect(try SecretFile.read("\(open.path)/link", limit: 3) == [1, 2, 3])
    }

    @Test("is refused if it is missing, no plain file, or too long")
    func unreadable() {
        for (path, limit) in [("\(path)s", 9), (scratch.path, 9), ("/dev/null", 9), (path, 2)] {
            let error = #expect(throws: SecretFile.Fault.self) {
                try SecretFile.read(path, limit: Int64(limit))
            }
            guard case .unreadable = error else {
                Issue.record("\(path): \(String(describing: error))")
                continue
            }
        }
    }
}
