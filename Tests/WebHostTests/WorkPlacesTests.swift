import Testing

@testable import WebHost

@Suite("The places of clients that wait for a check or a plot")
struct WorkPlacesTests {
    private var places = WorkPlaces(atMost: 3)

    /// Takes a place, which there must be; returns the work, and which request has lost its place.
    private mutating func take(
        _ question: UInt64
    ) throws -> (work: WorkPlaces.Work, displaced: UInt64?) {
        let place = places.take(for: question)
        return try #require(place)
    }

    private mutating func isRefused(_ question: UInt64) -> Bool {
        places.take(for: question) == nil
    }

    @Test("are few, and free again for others once the work is done or the client has gone")
    mutating func few() throws {
        let first = try take(1)
        let second = try take(2)
        let third = try take(3)
        let isRefused = isRefused(4)
        #expect(isRefused)
        places.free(1)
        let fourth = try take(4)
        places.drop(2)
        let fifth = try take(5)
        #expect([first, second, third, fourth, fifth].allSatisfy { $0.displaced == nil })
        #expect(first.work.isWanted && third.work.isWanted)
        #expect(fourth.work.isWanted && fifth.work.isWanted)
        #expect(!second.work.isWanted)
    }

    @Test("stay with a client that may have gone until another needs one: the first such loses it")
    mutating func displaced() throws {
        let works = [try take(1).work, try take(2).work, try take(3).work]
        for question: UInt64 in [3, 1, 3, 7] { places.noteLeft(question) }
        #expect(works.map(\.isWanted) == [true, true, true])
        let fourth = try take(4)
        #expect(fourth.displaced == 3)
        #expect(works.map(\.isWanted) == [true, true, false])
        let fifth = try take(5)
        #expect(fifth.displaced == 1)
        #expect(works.map(\.isWanted) == [false, true, false])
        let isRefused = isRefused(6)
        #expect(isRefused)
        #expect(fourth.work.isWanted && fifth.work.isWanted)
    }

    @Test("are lost, too, by a client that may have gone before it had its place")
    mutating func leftEarly() throws {
        places.noteLeft(2)
        _ = try take(1)
        let second = try take(2)
        _ = try take(3)
        let fourth = try take(4)
        #expect(fourth.displaced == 2)
        #expect(!second.work.isWanted)
    }

    @Test("keep nothing of a client that has its answer")
    mutating func forgotten() throws {
        for question: UInt64 in 1...3 {
            _ = try take(question)
            places.noteLeft(question)
            places.free(question)
        }
        for question: UInt64 in 4...6 {
            let place = try take(question)
            #expect(place.displaced == nil)
        }
        let isRefused = isRefused(7)
        #expect(isRefused)
    }
}
