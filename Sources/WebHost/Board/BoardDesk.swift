// Answers operators' requests. Separate threads read the disk. Those that check and plot sessions run at the lowest
// priority, so that a recording loses no samples while an operator looks at an older session.

internal import FoundationEssentials
internal import SessionFolder
internal import SystemCalls
internal import WebServer

/// Carries out an operator's requests.
@MainActor
final class BoardDesk {
    let board: any WebBoard
    private let server: WebServer
    private let lists: WorkThread
    private let checks: WorkThread
    private let plots: WorkThread
    /// The downloads that operators have asked for; `nil` until the session is found.
    private var downloads: [HTTPRequest.ID: SessionDownload?] = [:]
    /// The checks that browsers wait for.
    private var checksOnTheirWay = WorkPlaces(atMost: BoardDesk.mostChecks)
    /// The plots that browsers wait for.
    private var plotsOnTheirWay = WorkPlaces(atMost: BoardDesk.mostPlots)

    private nonisolated static let sessionsOfAPage = 25
    /// How many sessions are sent at once; below, for how many checks and plots browsers may wait.
    private static let mostDownloads = 4
    private static let mostChecks = 4
    private static let mostPlots = 4

    init(_ board: any WebBoard, by server: WebServer) throws(SystemError) {
        self.board = board
        self.server = server
        lists = try WorkThread(name: "sessions")
        checks = try WorkThread(name: "check")
        plots = try WorkThread(name: "plot")
        for thread in [checks, plots] {
            thread.post { try? SystemThread.setPriorityOfThisThread(.background) }
        }
    }

    /// Carries out a request, and answers with the result or the reason of a refusal.
    ///
    /// - Parameters:
    ///   - errand: What the operator wants.
    ///   - question: The request to answer.
    ///   - pages: How many pages show the run.
    func take(_ errand: BoardErrand, _ question: HTTPRequest.ID, pages: Int) async {
        do {
            switch errand {
            case .state: await tellState(pages, question)
            case .sessions(let key): try await list(before: key, question)
            case .check(let key): try await check(key, question)
            case .download(let key): try await download(key, question)
            case .plot(let key): await plot(key, question)
            case .begin(let wanted):
                try board.begin(wanted.task, for: wanted.participant())
                server.answer(question, .json(200, [String: String]()))
            case .look(let key): try await look(key, question)
            case .end(let run):
                try board.end(run)
                server.answer(question, .json(200, [String: String]()))
            }
        } catch let refusal as NoSuchSession {
            server.answer(question, .refusal(404, refusal.description))
        } catch {
            server.answer(question, .refusal(409, "\(error)"))
        }
    }

    /// Continues a download: its stream has room for more.
    func drained(_ stream: HTTPRequest.ID) { downloads[stream]??.goOn() }

    /// Notes that a browser has closed its sending side while it waits for an answer: it may have gone.
    func left(_ question: HTTPRequest.ID) {
        checksOnTheirWay.noteLeft(question)
        plotsOnTheirWay.noteLeft(question)
    }

    /// Drops the download, check or plot of a request whose browser has gone, or has the whole answer.
    func gone(_ stream: HTTPRequest.ID) {
        downloads.removeValue(forKey: stream)
        checksOnTheirWay.drop(stream)
        plotsOnTheirWay.drop(stream)
    }

    /// Answers a request that has lost its place to another one.
    private func dismiss(_ question: HTTPRequest.ID?) {
        guard let question else { return }
        let why = "others wait, and this connection was half closed: try again, and keep it open"
        server.answer(question, .refusal(409, why))
    }

    private func tellState(_ pages: Int, _ question: HTTPRequest.ID) async {
        let survey = await board.survey()
        let run = board.run.map {
            BoardState.Run(
                id: $0.id,
                task: $0.task,
                session: $0.session,
                seconds: $0.seconds,
                pages: pages
            )
        }
        server.answer(question, .json(200, BoardState(survey: survey, run: run, last: board.last)))
    }

    private func list(before key: SessionKey?, _ question: HTTPRequest.ID) async throws {
        let folder = board.sessions
        let before: String? = if let key { try await name(of: key) } else { nil }
        let page = try await lists.perform { () throws(SessionError) in
            let found = try SessionList.newest(
                in: folder,
                before: before,
                atMost: Self.sessionsOfAPage
            )
            return BoardSessions(
                sessions: found.entries.map(BoardSessions.Line.init),
                more: found.hasMore
            )
        }
        server.answer(question, .json(200, page))
    }

    private func check(_ key: SessionKey, _ question: HTTPRequest.ID) async throws {
        // Takes the place before the first `await`, during which other requests may run.
        guard let (asked, displaced) = checksOnTheirWay.take(for: question) else {
            throw BoardRefusal("\(Self.mostChecks) checks are on their way already: try again")
        }
        defer { checksOnTheirWay.free(question) }
        dismiss(displaced)
        let path = try await path(of: key)
        let board = board
        let answer = try await checks.perform { () throws -> HTTPAnswer? in
            guard asked.isWanted else { return nil }
            return HTTPAnswer.json(200, BoardCheck(try board.check(path)))
        }
        if let answer, asked.isWanted { server.answer(question, answer) }
    }

    /// Answers with the plot's page, or with the error as plain text: the browser shows either in its own tab.
    private func plot(_ key: SessionKey, _ question: HTTPRequest.ID) async {
        do {
            guard let plot = try await draw(key, question) else { return }
            server.answer(
                question,
                .guarded(200, "text/html; charset=utf-8", .whole(plot.page), policy: plot.policy)
            )
        } catch {
            let status = error is NoSuchSession ? 404 : 409
            server.answer(
                question,
                .guarded(status, "text/plain; charset=utf-8", .whole(Array("\(error)\n".utf8)))
            )
        }
    }

    /// Draws a session's plot, one session at a time, since each may be a day long.
    ///
    /// Returns `nil` if the browser has gone, or has lost its place.
    private func draw(_ key: SessionKey, _ question: HTTPRequest.ID) async throws -> BoardPlot? {
        guard let (asked, displaced) = plotsOnTheirWay.take(for: question) else {
            throw BoardRefusal("\(Self.mostPlots) plots are on their way already: try again")
        }
        defer { plotsOnTheirWay.free(question) }
        dismiss(displaced)
        let path = try await path(of: key)
        let board = board
        let plot = try await plots.perform { () throws -> BoardPlot? in
            try asked.isWanted ? board.plot(path) : nil
        }
        return asked.isWanted ? plot : nil
    }

    /// Reports what would prevent a download.
    ///
    /// The page asks this first, because a browser does not show why a download was refused.
    private func look(_ key: SessionKey, _ question: HTTPRequest.ID) async throws {
        try requireRoom()
        let path = try await path(of: key)
        try await lists.perform { () throws(SessionError) in _ = try SessionPack(of: path) }
        server.answer(question, .json(200, [String: String]()))
    }

    private func requireRoom() throws(BoardRefusal) {
        guard downloads.count < Self.mostDownloads else {
            throw BoardRefusal(
                "\(Self.mostDownloads) downloads are on their way already: try again"
            )
        }
    }

    private func download(_ key: SessionKey, _ question: HTTPRequest.ID) async throws {
        try requireRoom()
        downloads.updateValue(nil, forKey: question)
        do {
            let path = try await path(of: key)
            // If the browser went during the `await`, `gone` has removed the entry and is not called again.
            guard downloads[question] != nil else { return }
            let download = try SessionDownload(question, by: server)
            downloads.updateValue(download, forKey: question)
            download.begin(path)
        } catch {
            downloads.removeValue(forKey: question)
            throw error
        }
    }

    /// Returns the path of a session.
    ///
    /// Looks the key up among the sessions in the board's folder, so no request can name another path.
    private func path(of key: SessionKey) async throws -> String {
        "\(board.sessions)/\(try await name(of: key))"
    }

    private func name(of key: SessionKey) async throws -> String {
        let folder = board.sessions
        let names = try await lists.perform { () throws(SessionError) in
            try SessionList.names(in: folder)
        }
        guard let name = names.first(where: { SessionKey(of: $0) == key }) else {
            throw NoSuchSession()
        }
        return name
    }

    private struct NoSuchSession: Error, CustomStringConvertible {
        let description = "there is no such session any more: load the list again"
    }
}
