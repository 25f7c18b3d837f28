// What is said of copies elsewhere when a session is deleted.

import SystemCalls
import Testing

@testable import footfall

@Suite("A copy that is elsewhere when a session is deleted")
struct DeleteWordsTests {
    @Test("is taken back by a command that can be given as it is printed")
    func command() {
        #expect(
            DeleteCommand.withdrawal(of: "Sessions/a", at: "study:b")
                == "`footfall delete Sessions/a --remote study:b` withdraws it"
        )
        let hidden = DeleteCommand.withdrawal(of: "Sessions/a", at: ":sftp,host=h,pass=…:b")
        #expect(hidden.contains("`footfall delete Sessions/a --remote DEST`"))
        #expect(!hidden.contains("…"))
    }

    @Test("does not keep the rest of a session here from being deleted")
    func rest() throws {
        let folder = try TemporaryFolder()
        try FileSystem.makeDirectory("\(folder.path)/.deleted-a")
        #expect(!RemoteWithdrawal.isGone("\(folder.path)/a"))
        #expect(!RemoteWithdrawal.isGone("\(folder.path)/a/"))
        #expect(RemoteWithdrawal.isGone("\(folder.path)/b"))
    }
}
