// Shows a task in a browser. The terminal shows the address and the access codes, and stays free for messages.

internal import ResearchUI
internal import SessionRuns
internal import SystemCalls
internal import TerminalHost
internal import WebHost
internal import WebServer

/// Shows runs in browsers.
@MainActor
final class WebTaskScreen: TaskScreen {
    private let host: WebHost
    private let idleLimit: Duration
    private let console: Console

    /// Opens the server, and prints its addresses and codes.
    init(
        _ place: BrowserPlace,
        idleLimit: Duration,
        _ console: Console,
        board: (any WebBoard)? = nil,
        at handed: ListeningSocket? = nil
    ) throws {
        self.idleLimit = idleLimit
        self.console = console
        let access = try place.access()
        do throws(SystemError) {
            host = try WebHost(
                for: access,
                as: board == nil ? [.participant, .watcher] : [.operator, .participant, .watcher],
                with: board,
                port: place.port ?? 0,
                at: handed,
                idleLimit: idleLimit
            )
        } catch {
            let remedy = "choose another port with --port, or leave --port out for a free one"
            throw RunFailure("\(error); \(remedy)")
        }
        guard case .network(let identity, _) = access else {
            inviteHere()
            host.onNewCodes = { [weak self] in self?.tellNewCodes { self?.inviteHere() } }
            return
        }
        invite()
        console.print("this machine's certificate has the SHA-256 fingerprint")
        console.print("  \(identity.fingerprint)")
        host.onNewCodes = { [weak self] in self?.tellNewCodes { self?.invite() } }
    }

    private func tellNewCodes(_ invite: () -> Void) {
        console.complain("somebody has tried too many wrong codes: here are new ones")
        invite()
    }

    /// Prints the addresses for browsers of this machine; each includes its access code.
    private func inviteHere() {
        let all = host.invitations
        guard all.first?.code != nil else {
            return console.print("open \(all.first?.address ?? "") in a browser of this machine")
        }
        console.print("open one of these in a browser of this machine")
        for invitation in all {
            let who =
                switch invitation.role {
                case .operator: "operator"
                case .participant: "participant"
                case .watcher: "watching"
                }
            console.print("\(who): \(invitation.address)")
        }
    }

    private func invite() {
        for invitation in host.invitations {
            let code = invitation.code ?? ""
            switch invitation.role {
            case .operator:
                let address = invitation.address.prefix { $0 != "#" }
                console.print("to look after the board, open \(address) and give the code \(code)")
            case .participant: console.print("to do the task, give the code \(code)")
            case .watcher: console.print("to watch, give the code \(code)")
            }
        }
        console.print("the task is at each of these addresses")
        for address in host.addresses { console.print("  \(address)") }
        // The QR code is for a terminal with colours only: the reader of a pipe cannot scan it.
        guard console.abilities.colours,
            let invitation = host.invitations.first(where: { $0.role == .participant }),
            let picture = QRPicture(of: invitation.address)
        else { return }
        for line in picture.lines { console.print(line) }
    }

    /// Called when the server fails, so that no browser gets an answer any more.
    var onFailure: (@MainActor (WebServerError) -> Void)? {
        get { host.onFailure }
        set { host.onFailure = newValue }
    }

    /// Returns whether a run must end as soon as it is shown.
    var isUnwanted: @MainActor () -> Bool = { false }

    /// The signal that has stopped the server; `nil` if an operator ends a run.
    var unwantedBy: StopSignalKind?

    /// Ends the shown run and keeps what was recorded.
    func end() { host.endRun() }

    let asksBeforeRuns = true

    func show(_ run: RSDTaskViewController, isLast: Bool) async throws -> ShownRun {
        // One plot for each stream of an inertial sensor, which has three streams of three axes.
        run.mostPlots = 3
        let outcome = await host.show(run, isLast: isLast, isUnwanted: isUnwanted())
        return ShownRun(
            reason: outcome.reason,
            early: early(outcome.ending),
            note: note(on: outcome.ending)
        )
    }

    private func early(_ ending: WebHost.Ending) -> EarlyEnd? {
        guard case .byOperator = ending, let unwantedBy else { return EarlyEnd(ending) }
        return .signal(unwantedBy)
    }

    func close() async { await host.close() }

    private func note(on ending: WebHost.Ending) -> String? {
        switch ending {
        case .over: nil
        case .byOperator: unwantedBy == nil ? "an operator ended the task" : nil
        case .idle: "nobody did anything for \(idleLimit): the task was ended"
        case .serverGone(let error): "\(error); the task was ended"
        }
    }
}
