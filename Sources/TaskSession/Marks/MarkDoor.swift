// Lets other processes of this machine make marks in a session that is being recorded, as
// `footfall mark SESSION NAME` does. Request and reply are one line of JSON each, over a local socket.

internal import FoundationEssentials
package import Recording
internal import Research
package import SessionFolder
internal import SystemCalls
package import Timebase

/// The request: make this mark.
struct MarkRequest: Codable {
    var name: String
    /// When the mark was made, by the boot clock, which all processes of the machine share.
    var boottimeNanoseconds: Int64
}

/// The reply to a `MarkRequest`.
struct MarkAnswer: Codable {
    /// How many files the mark was written to; `nil` if it was refused.
    var files: Int?
    /// Why the mark was refused.
    var refusal: String?
}

/// Receives the marks that other processes make in a session while it is recorded.
package final class MarkDoor: Sendable {
    static let purpose = "marks"
    /// The greatest age of a mark.
    ///
    /// A mark that is older, or in the future, was timed by another clock than ours; it gets the time of its arrival.
    private static let longestWay = Duration.seconds(10)

    private let door: LocalDoor

    /// Begins to receive marks.
    ///
    /// - Parameters:
    ///   - session: The session being recorded.
    ///   - marks: Writes marks into the session's files.
    ///   - timekeeper: The clock of the recording.
    /// - Throws: If the system has no thread or descriptor left.
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

    /// Stops receiving marks, after the last one is written.
    package func close() { door.close() }

    private static func answer(
        to question: [UInt8],
        _ marks: SharedMarks,
        _ timekeeper: any Timekeeper
    ) -> MarkAnswer {
        guard let request = try? JSONDecoder().decode(MarkRequest.self, from: Data(question)) else {
            return MarkAnswer(refusal: "the recording does not understand what it is asked")
        }
        if let fault = MarkName.fault(of: request.name) {
            return MarkAnswer(refusal: fault.what)
        }
        // The recording may use another clock (such as stepped time): keep the mark's age, and date it by that clock.
        let (now, here) = (timekeeper.now, LiveTimekeeper().now)
        let made = BootInstant(nanoseconds: request.boottimeNanoseconds)
        let isSane = made <= here && here < made.advanced(by: longestWay)
        let age = isSane ? made.duration(to: here) : .zero
        let instant = timekeeper is LiveTimekeeper && isSane ? made : now.advanced(by: .zero - age)
        return MarkAnswer(files: marks.mark(request.name, at: instant))
    }
}

/// Makes a mark in a session that another process of this machine records.
package enum RemoteMark {
    /// Makes a mark that is dated with the present instant.
    ///
    /// - Returns: How many files the mark was written to.
    /// - Throws: `SessionError` if there is no such session, no process of this machine records it, or it refuses
    ///   the mark.
    package static func make(_ name: String, in path: String) throws(SessionError) -> Int {
        let now = LiveTimekeeper().now
        if let fault = MarkName.fault(of: name) {
            throw SessionError(fault.what, where: name, remedy: fault.remedy)
        }
        let session = try Session(opening: path)
        let request = MarkRequest(name: name, boottimeNanoseconds: now.nanoseconds)
        var answer: [UInt8]?
        do {
            answer = try LocalDoor.ask(
                Array(try JSONEncoder().encode(request)),
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
