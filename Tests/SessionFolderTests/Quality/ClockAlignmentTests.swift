import Testing
import Timebase

@testable import SessionFolder

@Suite("The alignment error of devices")
struct ClockAlignmentTests {
    private func clock(
        _ file: String,
        _ error: Double?,
        of device: Int
    ) -> (device: Int, clock: ClockAlignment.Clock) {
        (device, ClockAlignment.Clock(file: file, device: "imu", errorMilliseconds: error))
    }

    @Test("is the sum of the two greatest errors")
    func sum() throws {
        let found = ClockAlignment([
            clock("a", 0.25, of: 0), clock("b", 4, of: 1), clock("c", 0.5, of: 2),
        ])
        let alignment = try #require(found)
        #expect(alignment.errorMilliseconds == 4.5)
        #expect(alignment.summary == "the files of 3 devices are in step to 4.5 ms at worst")
    }

    @Test("counts a device of several files once, by its greatest known error")
    func files() throws {
        let found = ClockAlignment([
            clock("a", 3, of: 0), clock("b", 4, of: 0), clock("c", nil, of: 0),
            clock("d", 1, of: 1),
        ])
        let alignment = try #require(found)
        #expect(alignment.errorMilliseconds == 5 && alignment.devices == 2)
        #expect(alignment.summary == "the files of 2 devices are in step to 5.0 ms at worst")
        #expect(ClockAlignment([clock("a", 3, of: 0), clock("b", 4, of: 0)]) == nil)
    }

    @Test("is unknown if a clock's error is unknown")
    func unknown() throws {
        let alignment = try #require(
            ClockAlignment([clock("a", 0.25, of: 0), clock("b", nil, of: 1)])
        )
        #expect(alignment.errorMilliseconds == nil)
        #expect(alignment.summary == "nothing tells how exact the clock of b is")
    }

    @Test("is zero if no clock had to be converted")
    func perfect() throws {
        let alignment = try #require(ClockAlignment([clock("a", 0, of: 0), clock("b", 0, of: 1)]))
        #expect(alignment.errorMilliseconds == 0)
        #expect(alignment.summary == "the files of all devices are of one clock")
    }

    @Test("does not exist for one device")
    func one() { #expect(ClockAlignment([clock("a", 1, of: 0)]) == nil) }

    private func pair(_ time: Int64, error: Int64) -> ClockPair {
        ClockPair(deviceNanoseconds: time, boottimeNanoseconds: time, errorNanoseconds: error)
    }

    @Test("takes the last error of a pair that is reported again, and the worst of all pairs")
    func pairs() {
        var errors = PairErrors()
        #expect(errors.worst == nil)
        errors.add(pair(1, error: 900))
        errors.add(pair(2, error: 50))
        #expect(errors.worst == 900)
        errors.add(pair(1, error: 20))
        #expect(errors.worst == 50)
        for time in 3..<1000 { errors.add(pair(Int64(time), error: time == 500 ? 70 : 10)) }
        #expect(errors.worst == 70)
    }
}
