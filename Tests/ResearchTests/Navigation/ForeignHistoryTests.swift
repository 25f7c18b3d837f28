// A host may change the history of a result in any way. An answer must still go to its own
// step, so code must not rely on earlier indexes.

import FoundationEssentials
import Testing

@testable import Research

@Suite("A history that a host has changed")
@MainActor
struct ForeignHistoryTests {
    private static let names = (0..<8).map { "s\($0)" }

    private static func run() -> Walker {
        let walker = Walker(Sample.plain(names.joined(separator: " ")))
        walker.forward(names.count)
        return walker
    }

    private static func mark(_ result: any RSDResult) -> Int? {
        guard case .integer(let number)? = (result as? any RSDAnswerResult)?.value else {
            return nil
        }
        return Int(number)
    }

    @Test("has each answer at its own step, where two others have changed places")
    func swapped() {
        let walker = Self.run()
        let path = walker.path
        for (number, name) in Self.names.enumerated() {
            path.updateResult(Sample.answer(name, .integer(number)))
        }
        // As long as before, and with the same entry at the end.
        path.taskResult.stepHistory.swapAt(1, 4)
        #expect(path.findResult(for: "s1").flatMap(Self.mark) == 1)
        path.updateResult(Sample.answer("s1", .integer(100)))
        #expect(
            path.taskResult.stepHistory.map(\.identifier)
                == ["s0", "s4", "s2", "s3", "s1", "s5", "s6", "s7"]
        )
        #expect(path.taskResult.stepHistory.map(Self.mark) == [0, 4, 2, 3, 100, 5, 6, 7])
    }

    @Test("has an entry of a step that stands where another one's stood")
    func replaced() {
        let path = Self.run().path
        path.taskResult.stepHistory[2] = Sample.answer("late", .integer(1))
        #expect(path.findResult(for: "s2") == nil)
        #expect(path.findResult(for: "late").flatMap(Self.mark) == 1)
        path.updateResult(Sample.answer("late", .integer(2)))
        #expect(path.taskResult.stepHistory.count == Self.names.count)
        #expect(path.findResult(for: "late").flatMap(Self.mark) == 2)
    }

    @Test(
        "takes each answer in the last place of its step, whatever was done to it",
        arguments: 0..<60
    )
    func random(seed: UInt64) {
        var numbers = SeededNumbers(state: seed)
        let walker = Self.run()
        let path = walker.path
        for round in 0..<60 {
            change(&path.taskResult.stepHistory, &numbers)
            let name = (Self.names + ["foreign"]).randomElement(using: &numbers) ?? "s0"
            let before = path.taskResult.stepHistory
            let place = before.lastIndex { $0.identifier == name }
            let found = path.findResult(for: name)
            #expect(found?.identifier == place.map { before[$0].identifier })
            #expect(found.flatMap(Self.mark) == place.flatMap { Self.mark(before[$0]) })

            path.updateResult(Sample.answer(name, .integer(1000 + round)))
            let after = path.taskResult.stepHistory
            #expect(
                after.map(\.identifier) == before.map(\.identifier) + (place == nil ? [name] : [])
            )
            for (index, entry) in before.enumerated() where index != place {
                #expect(Self.mark(after[index]) == Self.mark(entry))
            }
            #expect(Self.mark(after[place ?? before.count]) == 1000 + round)
        }
    }

    @Test(
        "leads back to where it says, and a step that is shown again has one entry",
        arguments: 0..<30
    )
    func moving(seed: UInt64) {
        var numbers = SeededNumbers(state: seed)
        let walker = Self.run()
        let path = walker.path
        for round in 0..<30 {
            change(&path.taskResult.stepHistory, &numbers)
            if Bool.random(using: &numbers) { walker.back() } else { walker.forward() }
            guard let shown = path.currentStepIdentifier else { continue }
            path.updateResult(Sample.answer(shown, .integer(round)))
            #expect(path.findResult(for: shown).flatMap(Self.mark) == round)
            let index = HistoryIndex(path.taskResult.stepHistory, of: path.task?.stepNavigator)
            path.followHistory()
            #expect(path.history == index)
        }
    }

    /// Does what a host may do to a list.
    private func change(_ history: inout [any RSDResult], _ numbers: inout SeededNumbers) {
        for _ in 0..<Int.random(in: 0...2, using: &numbers) {
            guard let place = history.indices.randomElement(using: &numbers) else { return }
            switch Int.random(in: 0..<5, using: &numbers) {
            case 0: history.shuffle(using: &numbers)
            case 1: history.remove(at: place)
            case 2:
                history.insert(
                    history[place],
                    at: Int.random(in: 0...history.count, using: &numbers)
                )
            case 3: history[place] = Sample.answer("foreign", .integer(place))
            default: history.swapAt(place, Int.random(in: 0..<history.count, using: &numbers))
            }
        }
    }
}

/// Numbers that are the same in every run.
private struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
