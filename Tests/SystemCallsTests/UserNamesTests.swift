import Testing

@testable import SystemCalls

@Suite("The users of a machine")
struct UserNamesTests {
    @Test("are found by their names, and nobody else is", arguments: [("root", true), ("", false)])
    func has(name: String, isThere: Bool) throws {
        #expect(try UserNames.has(name) == isThere)
    }

    @Test("have no name that somebody has made up")
    func madeUp() throws {
        #expect(try !UserNames.has("footfall-nobody-has-this-name"))
    }
}
