// Where another shell makes a mark in what is being recorded: `footfall mark SESSION NAME`. What is asked, and
// answered, is a line of JSON.

internal import FoundationEssentials
package import Recording
internal import Research
package import SessionFolder
internal import SystemCalls
package import Timebase

/// What is asked at the door of a session.
struct MarkWish: Codable {
    var name: String
    /// When it was made, by the clock that both processes have.
    var boottimeNanoseconds: Int64
}

/// What comes of it.
struct MarkAnswer: Codable {
    /// How many files have taken it.
    var files: Int?
    /// Why there is no mark.
    var refusal: String?
}

/// Takes the marks that other processes make in a session while it is recorded.
package final class MarkDoor: Sendable {
    static let purpose = "marks"
    /// Older ones, or ones from the future, were made by a clock that is not ours.
    private static let longestWay = Duration.seconds(10)

    private let door: LocalDoor

    /// Opens the door of a session.
    ///
    /// - Parameters:
    ///   - session: What is recorded.
    ///   - marks: What puts marks into its files.
    ///   - timekeeper: The time of the recording.
    /// - Throws: When there is no thread or descriptor for it.
    package init(
        of session: OpenSession,
        into marks: SharedMarks,
        by timekeeper: any Timekeeper
    ) throws {
        door = try LocalDoor(of: session.folderForWriting(), for: Self.purpose) { question in
            let answer = Self.answer(to: question, marks, timekeeper)
            return Array((try? JSONEncoder().encode(answer)) ?? Data("{}".utf8))
        }
    }

    /// Takes no more marks, once the last is made.
    package func close() { door.close() }

    private static func answer(
        to question: [UInt8],
        _ marks: SharedMarks,
        _ timekeeper: any Timekeeper
    ) -> MarkAnswer {
        guard let wish = try? JSONDecoder().decode(MarkWish.self, from: Data(question)) else {
            return MarkAnswer(refusal: "the recording does not understand what it is asked")
        }
        if let fault = MarkName.fault(of: wish.name) {
            return MarkAnswer(refusal: fault.what)
        }
        // The recording may run by another clock, and then at another time.
        let (now, here) = (timekeeper.now, LiveTimekeeper().now)
        let made = BootInstant(nanoseconds: wish.boottimeNanoseconds)
        let isSane = made <= here && here < made.advanced(by: longestWay)
        let age = isSane ? made.duration(to: here) : .zero
        let instant = timekeeper is LiveTimekeeper && isSane ? made : now.advanced(by: .zero - age)
        return MarkAnswer(files: marks.mark(wish.name, at: instant))
    }
}

/// Makes a mark in a session that another process of this machine records.
package enum RemoteMark {
    /// Makes it, at this instant.
    ///
    /// - Returns: How many files have taken it.
    /// - Throws: `SessionError` where there is no such session, nobody records it here, or the mark cannot be.
    package static func make(_ name: String, in path: String) throws(SessionError) -> Int {
        let now = LiveTimekeeper().now
        if let fault = MarkName.fault(of: name) {
            throw SessionError(fault.what, where: name, remedy: fault.remedy)
        }
        let session = try Session(opening: path)
        let wish = MarkWish(name: name, boottimeNanoseconds: now.nanoseconds)
        var answer: [UInt8]?
        do {
            answer = try LocalDoor.ask(
                Array(try JSONEncoder().encode(wish)),
                of: OpenFolder.open(session.path, ofOneOwner: true),
                for: MarkDoor.purpose
            )
        } catch {
            throw SessionError(
                "the mark could not be made: \(error)",
                where: session.path,
                remedy: "make it as the user who records the session, and try again"
            )
        }
        guard let answer else {
            throw SessionError(
                "no process of this machine is recording it",
                where: session.path,
                remedy: "name a session that `footfall record` or `footfall run` is writing now"
            )
        }
        let told = try? JSONDecoder().decode(MarkAnswer.self, from: Data(answer))
        if let files = told?.files { return files }
        throw SessionError(
            told?.refusal ?? "its recording answered what cannot be read",
            where: session.path,
            remedy: "use the Footfall that records it"
        )
    }
}
