import Testing

@testable import Timebase

@Suite("The sources that stepped time waits for")
struct AwaitedSourcesTests {
    // Any two objects that exist throughout.
    private let first = ObjectIdentifier(Int.self)
    private let second = ObjectIdentifier(String.self)

    @Test("are those that run, without those that do nothing")
    func givenUp() {
        var sources = AwaitedSources()
        sources.expect(2)
        #expect(sources.count == 2)
        sources.giveUp(allBut: [first])
        #expect(sources.count == 1)
        sources.giveUp(allBut: [ObjectIdentifier]())
        #expect(sources.count == 0)
    }

    @Test("include one again that was only slow, and count it once")
    func heardAgain() {
        var sources = AwaitedSources()
        sources.expect(2)
        sources.giveUp(allBut: [first])
        sources.hear(first)
        #expect(sources.count == 1, "it was not given up")
        sources.hear(second)
        sources.hear(second)
        #expect(sources.count == 2)
    }

    @Test("are none after all have ended, given up or not, and later ones count in full")
    func ended() {
        var sources = AwaitedSources()
        sources.expect(2)
        sources.giveUp(allBut: [first])
        sources.end(2)
        #expect(sources.count == 0)
        sources.expect(2)
        #expect(sources.count == 2)
        sources.end(3)
        #expect(sources.count == 0)
    }

    @Test("include the others when one ends that was given up")
    func endedSilently() {
        var sources = AwaitedSources()
        sources.expect(2)
        sources.giveUp(allBut: [first])
        sources.end(1)
        #expect(sources.count == 1)
    }
}
