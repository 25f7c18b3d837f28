// What is said of copies elsewhere when a session is deleted.

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
}
