import FoundationEssentials
import Research
import SessionFolder
import Testing
import Timebase

@testable import TaskSession

@Suite("Recordings without a result")
@MainActor
struct FoundRecordingsTests {
    private let date = Date(timeIntervalSince1970: 0)

    private func recorded(_ name: String) -> RSDFileResultObject {
        RSDFileResultObject(
            identifier: name,
            startDate: date,
            endDate: date,
            startUptime: BootInstant(nanoseconds: 0),
            contentType: "application/json",
            relativePath: "\(name).json"
        )
    }

    private func found(_ name: String, in sections: [String] = []) -> SessionManifest.File {
        SessionManifest.File(
            path: "\(name).json",
            identifier: name,
            contentType: "application/json",
            layout: .array,
            startDate: LocalDate(WallInstant(nanosecondsSince1970: 0), .utc),
            startUptime: BootInstant(nanoseconds: 0),
            sections: sections
        )
    }

    private func error(_ name: String) -> RSDErrorResultObject {
        RSDErrorResultObject(
            identifier: "\(name)_error",
            error: RecorderError.interrupted(identifier: name),
            startDate: date
        )
    }

    @Test("get a result in the section that they were recorded in, after its other results")
    func order() {
        var section = RSDTaskResultObject(identifier: "S", taskRunUUID: UUID(), startDate: date)
        section.asyncResults = [recorded("s3")]
        var task = RSDTaskResultObject(identifier: "T", taskRunUUID: UUID(), startDate: date)
        task.stepHistory = [section]
        task.asyncResults = [recorded("m1"), error("m1"), recorded("m4"), error("m4")]
        var result: any RSDTaskResult = task
        FoundRecordings.attach(
            [
                found("m1"), found("m2"), found("s1", in: ["S"]), found("m3"),
                found("s2", in: ["S"]),
            ],
            to: &result
        )
        #expect(
            result.asyncResults?.map(\.identifier)
                == ["m1", "m1_error", "m4", "m4_error", "m2", "m3"]
        )
        let inner = result.stepHistory.first as? any RSDTaskResult
        #expect(inner?.asyncResults?.map(\.identifier) == ["s3", "s1", "s2"])
    }
}
