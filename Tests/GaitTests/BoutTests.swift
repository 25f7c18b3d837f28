import Gait
import Testing

@Suite("Bouts of walking")
struct BoutTests {
    let steps = StagedSteps()

    @Test("begin with the first contact and end with the last")
    func one() throws {
        let contacts = StagedSteps.contacts(from: 5, count: 21, step: 0.6)
        let told = Told(steps.samples(contacts: contacts, until: 30), rate: 100)
        let bout = try #require(told.bouts.first)
        #expect(told.bouts.count == 1)
        #expect(told.begins == [bout.start])
        #expect(abs(bout.start - 5) < 0.2)
        #expect(abs(bout.end - 17) < 0.2)
        #expect(20...22 ~= bout.contacts)
        #expect(bout.lostShare == 0)
    }

    @Test("go on through a pause of two seconds, and end at one of five")
    func pauses() {
        let short = [(5.0, 11), (13.0, 11)].flatMap {
            StagedSteps.contacts(from: $0.0, count: $0.1, step: 0.6)
        }
        #expect(Told(steps.samples(contacts: short, until: 30), rate: 100).bouts.count == 1)
        let long = [(5.0, 11), (16.0, 11)].flatMap {
            StagedSteps.contacts(from: $0.0, count: $0.1, step: 0.6)
        }
        let bouts = Told(steps.samples(contacts: long, until: 30), rate: 100).bouts
        #expect(bouts.count == 2)
        for (bout, start) in zip(bouts, [5.0, 16]) {
            #expect(abs(bout.start - start) < 0.2)
            #expect(abs(bout.end - start - 6) < 0.2)
        }
    }

    @Test(
        "are split by a pause of more than three seconds, and not by a shorter one",
        arguments: [2.6, 2.8, 3.0, 3.1, 3.2, 3.3, 3.4, 3.6, 3.8]
    )
    func longestPause(pauseInSeconds: Double) {
        let contacts = [5, 11 + pauseInSeconds].flatMap {
            StagedSteps.contacts(from: $0, count: 11, step: 0.6)
        }
        let told = Told(steps.samples(contacts: contacts, until: 30), rate: 100)
        let times = told.contacts.map(\.seconds)
        // Contacts are found a little earlier or later than they were made.
        let found = zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0
        #expect(abs(found - pauseInSeconds) < 0.4)
        #expect(told.bouts.count == (found > 3 ? 2 : 1))
    }

    @Test("are not found in three steps, in scattered bumps, or in standing still")
    func none() {
        let three = StagedSteps.contacts(from: 5, count: 3, step: 0.6)
        #expect(Told(steps.samples(contacts: three, until: 20), rate: 100).bouts.isEmpty)
        let bumps = [5, 5.4, 7.5, 7.9, 11, 11.5, 12.9, 13.3, 16, 16.4]
        #expect(Told(steps.samples(contacts: bumps, until: 25), rate: 100).bouts.isEmpty)
        #expect(Told(steps.samples(contacts: [], until: 60), rate: 100).contacts.isEmpty)
    }

    @Test("are split if samples are missing for more than two seconds")
    func hole() throws {
        var walked = try WalkedSamples(seconds: 40)
        walked.lose(20..<22.2)
        let bouts = Told(walked.samples, rate: 100).bouts
        #expect(bouts.count == 2)
        #expect(bouts.allSatisfy { $0.lostShare == 0 })
        #expect(bouts.first.map { $0.end < 20 } ?? false)
        #expect(bouts.last.map { $0.start > 22.2 } ?? false)
    }

    @Test("are found in a limp, whose steps are alternately short and long")
    func limp() {
        var contacts = [5.0]
        for index in 0..<30 { contacts.append(contacts[index] + (index % 2 == 0 ? 0.5 : 0.7)) }
        let told = Told(
            StagedSteps(blow: 0.4).samples(contacts: contacts, until: 30),
            rate: 100
        )
        #expect(told.bouts.count == 1)
        #expect(31...32 ~= told.contacts.count)
    }

    @Test("are reported while they last, and their ends about four seconds later at most")
    func inTime() throws {
        let contacts = StagedSteps.contacts(from: 5, count: 21, step: 0.6)
        var stream = GaitStream(rateInHertz: 100)
        var began: Double?
        var ended: Double?
        for sample in steps.samples(contacts: contacts, until: 30) {
            for event in stream.update(sample) {
                switch event {
                case .contact, .turned: break
                case .boutBegan: began = sample.seconds
                case .boutEnded: ended = sample.seconds
                }
            }
        }
        #expect(try #require(began) < 5 + 4 * 0.6 + 1)
        #expect(try #require(ended) < 17 + 4.2)
        #expect(stream.finish().isEmpty)
    }
}
