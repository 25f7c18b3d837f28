// The tapping task by keys, with taps at the times of `SampleData/TaskResults/TappingRegistered.expected.json`,
// which was made by events. So the whole results can be compared.

import Foundation
import Research
import ResearchUI
import Testing

@testable import TerminalHost

@MainActor
enum TappingByKeys {
    /// The arrow keys for one hand, each with the time before it.
    static let taps: [(wait: Duration, key: Key)] = [
        (.milliseconds(400), .left), (.milliseconds(300), .right), (.milliseconds(300), .left),
    ]
    /// The seconds of the step after the last tap.
    static let secondsLeft = 14

    /// A run without recorders, like the run by events.
    static func run() throws -> SampleRun {
        let run = try SampleRun("Tapping") { $0.replace(.tappingAsActive) }
        run.controller.makers = [:]
        return run
    }

    /// The expected result without the taps beside the buttons, which no key can make.
    ///
    /// The times are the same, since the test moves the clock. The places of the taps are not in the result,
    /// but in the file of a touch recorder, which a terminal does not have.
    static func expected() throws -> String {
        let whole = try SampleRun.expected("TappingRegistered")
        let missed = /,\s*\{\s*"button" : "none",\s*"timestamp" : [0-9.]+\s*\}/
        #expect(whole.matches(of: missed).count == 2, "one with each hand")
        return whole.replacing(missed, with: "")
    }
}

extension RSDDeclaration<any RSDStep> {
    /// Decodes the active steps of a file as tapping steps.
    fileprivate static var tappingAsActive: Self {
        Self(.active, RSDTappingStepObject.self, "A step in which two buttons are tapped.")
    }
}
