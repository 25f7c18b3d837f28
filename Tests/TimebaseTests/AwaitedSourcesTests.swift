import Testing

@testable import Timebase

@Suite("The sources that stepped time waits for")
struct AwaitedSourcesTests {
    // Any objects that exist throughout.
    private let first = ObjectIdentifier(Int.self)
    private let second = ObjectIdentifier(String.self)
    private let third = ObjectIdentifier(Bool.self)

    @Test("are those that run, without those that do nothing")
    func givenUp() {
        var sources = AwaitedSources()
        sources.expect([first, second])
        #expect(sources.awaited == [first, second])
        sources.giveUp(allBut: [first])
        #expect(sources.awaited == [first])
        sources.giveUp(allBut: [ObjectIdentifier]())
        #expect(sources.awaited.isEmpty)
    }

    @Test("include one again that was only slow")
    func heardAgain() {
        var sources = AwaitedSources()
        sources.expect([first, second])
        sources.giveUp(allBut: [first])
        sources.hear(first)
        #expect(sources.awaited == [first], "it was not given up")
        sources.hear(second)
        #expect(sources.awaited == [first, second])
    }

    @Test("include a new one, but not one that was given up before")
    func new() {
        var sources = AwaitedSources()
        sources.expect([first, second])
        sources.giveUp(allBut: [first])
        sources.expect([third])
        sources.hear(third)
        #expect(sources.awaited == [first, third])
    }

    @Test("include one that is heard of before it is said to run, from then on")
    func heardEarly() {
        var sources = AwaitedSources()
        sources.hear(first)
        #expect(sources.awaited.isEmpty)
        sources.expect([first])
        #expect(sources.awaited == [first])
    }

    @Test("are none after all have ended, given up or not, and later ones count in full")
    func ended() {
        var sources = AwaitedSources()
        sources.expect([first, second])
        sources.giveUp(allBut: [first])
        sources.end([first, second])
        #expect(sources.awaited.isEmpty)
        sources.expect([first, second])
        #expect(sources.awaited == [first, second])
        sources.end([first, second, third])
        #expect(sources.awaited.isEmpty)
    }

    @Test("include the others when one ends that was given up")
    func endedSilently() {
        var sources = AwaitedSources()
        sources.expect([first, second])
        sources.giveUp(allBut: [first])
        sources.end([second])
        #expect(sources.awaited == [first])
    }
}
