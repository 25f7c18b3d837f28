import Research
import Testing

@Suite("Progress")
struct ProgressTests {
    private func word(_ progress: RSDTaskProgress?) -> String {
        progress.map { "\($0.current)/\($0.total)\($0.isEstimated ? "~" : "")" } ?? "none"
    }

    @Test(
        "is estimated by the steps that were shown",
        arguments: [
            ("", "a", "1/4~"), ("a", "a", "1/4~"), ("a b", "b", "2/4~"), ("a b", "d", "3/4~"),
            ("a a b", "c", "3/4~"), ("a x", "b", "3/5~"), ("a b c d", "d", "4/4~"),
        ]
    )
    func estimated(history: String, step: String, expected: String) throws {
        let navigator = RSDConditionalStepNavigatorObject(steps: Sample.plain("a b c d"))
        let result = Sample.history(history.split(separator: " ").map(String.init))
        let progress = navigator.progress(for: RuledStep(step), with: result)
        #expect(word(progress) == expected)
        let index = HistoryIndex(result.stepHistory, of: navigator)
        let indexed = navigator.progress(
            for: RuledStep(step),
            with: result,
            in: NavigationContext(history: index)
        )
        #expect(indexed == progress)
    }

    @Test(
        "is exact by markers, and hidden ahead of the first and behind the last",
        arguments: [
            ("", "a", "none"), ("a", "b", "1/2"), ("a b", "c", "1/2"), ("a b c", "d", "2/2"),
            ("a b c d", "d", "2/2"), ("a b c d", "e", "none"), ("a", "e", "none"),
            ("a b", "d", "2/2"),
        ]
    )
    func markers(history: String, step: String, expected: String) {
        let navigator = RSDConditionalStepNavigatorObject(
            steps: Sample.plain("a b c d e"),
            progressMarkers: ["b", "d"]
        )
        let result = Sample.history(history.split(separator: " ").map(String.init))
        #expect(word(navigator.progress(for: RuledStep(step), with: result)) == expected)
    }

    @Test("by markers goes back with the run, whatever their order")
    @MainActor
    func markersBackward() {
        let task = RSDTaskObject(
            identifier: "t",
            steps: Sample.plain("a b c d e f"),
            progressMarkers: ["b", "e", "d", "nowhere"]
        )
        let walker = Walker(task)
        let ahead = (0..<6).map { _ in "\(walker.forward()) \(word(walker.path.progress))" }
        #expect(ahead == ["a none", "b 1/4", "c 1/4", "d 3/4", "e 3/4", "f 3/4"])
        let back = (0..<5).map { _ in "\(walker.back()) \(word(walker.path.progress))" }
        #expect(back == ["<e 3/4", "<d 3/4", "<c 1/4", "<b 1/4", "<a none"])
    }

    @Test("of a section is that of the task, unless the section has markers")
    @MainActor
    func nested() {
        let marked = RSDSectionStepObject(
            identifier: "t",
            steps: Sample.plain("t1 t2 t3"),
            progressMarkers: ["t2", "t3"]
        )
        let walker = Walker([
            RuledStep("a"), Sample.section("s", Sample.plain("s1 s2")), marked, RuledStep("z"),
        ])
        var seen: [String] = []
        for _ in 0..<7 {
            let step = walker.forward()
            seen.append("\(step) \(word(walker.path.progress))")
        }
        #expect(
            seen == [
                "a 1/4~", "s1 2/4~", "s2 2/4~", "t1 none", "t2 1/2", "t3 2/2", "z 4/4~",
            ]
        )
    }
}
