// The tapping task done by keys, at the instants at which `SampleData/TaskResults/TappingRegistered.expected.json`
// was made by events, so that the whole results can be compared.

import Foundation
import Research
import ResearchUI
import Testing

@testable import TerminalHost

@MainActor
enum TappingByKeys {
    /// The arrows of one hand, each with the time that passes ahead of it.
    static let taps: [(wait: Duration, key: Key)] = [
        (.milliseconds(400), .left), (.milliseconds(300), .right), (.milliseconds(300), .left),
    ]
    /// The seconds of the step behind the last tap.
    static let secondsLeft = 14

    /// Without recorders, as the other run was done.
    static func run() throws -> SampleRun {
        let run = try SampleRun("Tapping") { $0.replace(.tappingAsActive) }
        run.controller.makers = [:]
        return run
    }

    /// The expected result without the taps beside the buttons, which are all that no key can do.
    ///
    /// A finger misses a button, and an arrow is one. Instants are the same, since the clock is the test's;
    /// places are not in the result, but in the file of a touch recorder, which a terminal has none of.
    static func expected() throws -> String {
        let whole = try SampleRun.expected("TappingRegistered")
        let missed = /,\s*\{\s*"button" : "none",\s*"timestamp" : [0-9.]+\s*\}/
        #expect(whole.matches(of: missed).count == 2, "one with each hand")
        return whole.replacing(missed, with: "")
    }
}

extension RSDDeclaration<any RSDStep> {
    /// What an app reads that taps in the active steps of a file.
    fileprivate static var tappingAsActive: Self {
        Self(.active, RSDTappingStepObject.self, "A step in which two buttons are tapped.")
    }
}
