import SampleStream
import Testing
import Timebase

@testable import Recording

@Suite("A rate that differs from the rate that was set")
struct NoteOnRateTests {
    private func note(
        set: Double?,
        samples: Int,
        seconds: Double,
        lost: Int64 = 0,
        lostBetween: Int64 = 0
    ) -> String? {
        var account = ChannelAccount()
        account.lostBetween = lostBetween
        account.samples = samples
        account.lost = [.device: lost]
        account.first = BootInstant(nanoseconds: 0)
        account.last = BootInstant(nanoseconds: Int64(seconds * 1e9))
        return RecordedFile.Channel(
            name: "gyro",
            account: account,
            nominalRateInHertz: set
        ).noteOnRate
    }

    @Test("is noted, with both rates")
    func noted() {
        #expect(
            note(set: 50, samples: 1001, seconds: 10)
                == "gyro: set to 50.0 samples a second, and 100.0 came"
        )
        #expect(note(set: 333, samples: 1001, seconds: 10) != nil)
    }

    @Test("is not noted if it is close, counting losses, or if too little is known")
    func silent() {
        #expect(note(set: 100, samples: 1001, seconds: 10.5) == nil)
        #expect(note(set: 100, samples: 501, seconds: 10, lost: 500, lostBetween: 500) == nil)
        // A pause that lasts until the stop, for example.
        #expect(note(set: 100, samples: 1001, seconds: 10, lost: 6000) == nil)
        #expect(note(set: nil, samples: 1001, seconds: 10) == nil)
        #expect(note(set: 50, samples: 20, seconds: 0.1) == nil)
    }
}
