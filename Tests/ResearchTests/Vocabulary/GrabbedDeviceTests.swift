import FoundationEssentials
import Research
import Testing

@Suite("A device that a recorder grabs, in a task file")
struct GrabbedDeviceTests {
    private func faults(_ first: String, _ second: String) -> [RSDTaskFileFault] {
        TaskFileCheck.faults(
            in: Data(
                """
                { "identifier": "t", "steps": [{ "identifier": "s" }], "asyncActions": [
                  { "identifier": "a", "type": "input" \(first) },
                  { "identifier": "b", "type": "touch" \(second) },
                  { "identifier": "m", "type": "motion" } ] }
                """.utf8
            ),
            factory: .withRecorders
        )
    }

    private func paths(_ first: String, _ second: String) -> [String] {
        faults(first, second).map(\.path.description)
    }

    private let grab = #", "grab": true"#

    @Test("may conflict with another recorder's if neither names one")
    func unnamed() {
        #expect(paths("", "") == [])
        #expect(paths(grab, "") == ["asyncActions[1]"])
        #expect(paths("", grab) == ["asyncActions[0]"])
        #expect(paths(grab, grab) == ["asyncActions[1]"])
        let fault = faults(grab, "").first
        #expect(fault?.isHarmless == true)
        #expect(
            fault?.what == "'a' grabs its device, and neither of the two names one: where both get "
                + "the same, only one of them gets its events"
        )
        #expect(fault?.expected == "name the 'device' of each, or leave out 'grab'")
    }

    @Test("is not seen to be another's where only one names it, or both in other words")
    func unseen() {
        let named = #", "device": "Switch""#
        #expect(paths(named + grab, "") == [])
        #expect(paths(grab, named) == [])
        #expect(paths(named + grab, #", "device": "event3""#) == [])
    }
}
