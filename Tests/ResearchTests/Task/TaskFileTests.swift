import FoundationEssentials
import Glibc
import Research
import Synchronization
import SystemCalls
import Testing

/// Notes on which threads steps are decoded.
private final class ThreadFactory: RSDFactory, @unchecked Sendable {
    let threads = Mutex<Set<pthread_t>>([])

    override func decodeStep(from decoder: any Decoder) throws -> any RSDStep {
        threads.withLock { _ = $0.insert(pthread_self()) }
        return try super.decodeStep(from: decoder)
    }
}

@Suite("A task file")
struct TaskFileTests {
    private func task(_ json: String) throws -> any RSDTask {
        try RSDFactory().decodeTask(with: Data(json.utf8))
    }

    private static func nested(_ depth: Int) -> Data {
        let opening = #"{ "identifier": "s", "type": "section", "steps": ["#
        let inmost = #"{ "identifier": "inmost", "type": "instruction" }"#
        let json =
            String(repeating: opening, count: depth) + inmost
            + String(repeating: "] }", count: depth)
        return Data(#"{ "identifier": "t", "steps": [\#(json)] }"#.utf8)
    }

    @Test("may name types that nobody here knows")
    func unknownTypes() throws {
        let task = try task(
            """
            { "identifier": "motor", "type": "motorControlTask", "steps": [
                { "identifier": "tap", "type": "tapping", "title": "Tap", "hand": "left" },
                { "identifier": "thanks", "type": "completion", },
              ],
              "asyncActions": [{ "identifier": "m", "type": "smell", "nose": true }], }
            """
        )
        #expect(task.taskType == "motorControlTask")
        let tapping = try #require(task.stepNavigator.step(with: "tap") as? RSDGenericStepObject)
        #expect(tapping.title == "Tap")
        #expect(tapping.userInfo == ["hand": .string("left")])
        #expect(tapping.instantiateStepResult().type == "tapping")
        #expect(task.asyncActions?.first?.asyncActionType == "smell")
    }

    @Test("that is wrong is refused with the place of the fault")
    func placeOfFault() throws {
        let error = #expect(throws: RSDTaskFileError.self) {
            try task(
                """
                { "identifier": "t", "steps": [ { "identifier": "s", "type": "section", "steps": [
                  { "identifier": "a", "type": "active", "commands": ["dance"] } ] } ] }
                """
            )
        }
        #expect(error?.path.description == "steps[0].steps[0].commands")
    }

    @Test("in another coding than UTF-8 is refused: its brackets could not be counted")
    func otherCoding() throws {
        // One of the bytes of this character is that of a quote.
        let text = #"{ "identifier": "\u{2200}", "steps": [] }"#
        let data = Data(text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] })
        let error = #expect(throws: RSDTaskFileError.self) {
            try RSDFactory().decodeTask(with: data)
        }
        #expect(error?.remedy == "save it in UTF-8, as JSON is to be")
    }

    @Test("that is deep is read where there is room: here, or on a thread of its own")
    func threads() throws {
        for (stackBytes, depth, expected) in [
            (256 << 10, 2, true), (256 << 10, 100, false), (16 << 20, 200, true),
        ] {
            let thread = try SystemThread.spawn(name: "reader", stackBytes: stackBytes) {
                let factory = ThreadFactory()
                #expect(throws: Never.self) { _ = try factory.decodeTask(with: Self.nested(depth)) }
                #expect((factory.threads.withLock { $0 } == [pthread_self()]) == expected)
            }
            thread.join()
        }
    }

    @Test("goes 200 sections deep, on a small stack too; deeper than that it is refused")
    func depth() throws {
        let thread = try SystemThread.spawn(name: "small", stackBytes: 256 << 10) {
            #expect(throws: Never.self) { _ = try RSDFactory().decodeTask(with: Self.nested(200)) }
            #expect(throws: Never.self) { _ = try RSDFactory().decodeTask(with: Self.nested(30)) }
            #expect(TaskFileCheck.faults(in: Self.nested(200)) == [])
            #expect(TaskFileCheck.faults(in: Self.nested(30)) == [])
        }
        thread.join()
        #expect(throws: RSDTaskFileError.self) {
            _ = try RSDFactory().decodeTask(with: Self.nested(100_000))
        }
    }
}
