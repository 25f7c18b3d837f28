// A task in a browser. The terminal says where, and stays free for what is to be told.

internal import ResearchUI
internal import SystemCalls
internal import WebHost

/// Shows runs in browsers.
@MainActor
final class WebTaskScreen: TaskScreen {
    private let host: WebHost
    private let idleLimit: Duration

    /// Opens the server, and says where it is.
    init(port: UInt16, idleLimit: Duration, _ console: Console) throws {
        self.idleLimit = idleLimit
        do throws(SystemError) {
            host = try WebHost(port: port, idleLimit: idleLimit)
        } catch {
            let remedy = "choose another port with --port, or leave --port out for a free one"
            throw CommandFailure("\(error); \(remedy)")
        }
        console.print("open \(host.address) in a browser of this machine")
    }

    let asksBeforeRuns = true

    func show(_ run: RSDTaskViewController) async throws -> ShownRun {
        run.plotsRecordings = true
        let outcome = await host.show(run)
        return ShownRun(
            reason: outcome.reason,
            early: EarlyEnd(outcome.ending),
            note: note(on: outcome.ending)
        )
    }

    func close() async { await host.close() }

    private func note(on ending: WebHost.Ending) -> String? {
        switch ending {
        case .over: nil
        case .idle: "nobody did anything for \(idleLimit): the task was ended"
        case .serverGone(let error): "\(error); the task was ended"
        }
    }
}
