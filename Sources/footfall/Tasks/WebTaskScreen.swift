// Shows a task in a browser, for a command with `--host web` and for `footfall serve`. The terminal shows the addresses
// and the access codes, and stays free for messages.

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
    ///
    /// - Parameters:
    ///   - place: Where the server listens.
    ///   - idleLimit: How long a step may wait for input before the run ends.
    ///   - console: Prints the addresses and codes.
    ///   - board: What operators manage, for `footfall serve`; without it there are no operators.
    ///   - handed: The socket that systemd has opened for the service, used in place of a new one.
    /// - Throws: Why the server cannot be opened.
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
        guard case .network(let identity, let isOwn) = access else {
            inviteHere()
            host.onNewCodes = { [weak self] in self?.tellNewCodes { self?.inviteHere() } }
            return
        }
        invite()
        for line in CertificateWords.lines(of: identity.fingerprint, isOwn: isOwn) {
            console.print(line)
        }
        host.onNewCodes = { [weak self] in self?.tellNewCodes { self?.invite() } }
    }

    private func tellNewCodes(_ invite: () -> Void) {
        console.complain("somebody has tried too many wrong codes: here are new ones")
        invite()
    }

    /// Prints the addresses for browsers of this machine.
    ///
    /// With a board, each role has an address that includes its access code. Without one, no code is needed, and only
    /// the participant's address is printed.
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

    /// Prints the addresses and codes for browsers of the network, and a QR code that a participant's phone can scan.
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
        // A QR code needs the colours of a terminal; nobody can scan it from a pipe.
        guard console.abilities.colours,
            let invitation = host.invitations.first(where: { $0.role == .participant }),
            let picture = QRPicture(of: invitation.address)
        else { return }
        for line in picture.lines { console.print(line) }
    }

    /// Called when the server has failed: no browser gets an answer any more.
    var onFailure: (@MainActor (WebServerError) -> Void)? {
        get { host.onFailure }
        set { host.onFailure = newValue }
    }

    /// Returns whether a run must end as soon as it is shown, because an operator or a signal ended it before.
    var isUnwanted: @MainActor () -> Bool = { false }

    /// The signal that is stopping the server; `nil` if an operator asks for `end`.
    var unwantedBy: StopSignalKind?

    /// Ends the shown run, for an operator or because of `unwantedBy`, and keeps what was recorded.
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

/// What a user reads about the certificate of a server.
enum CertificateWords {
    /// The lines about a certificate with a fingerprint; `isOwn` if this machine has made it.
    static func lines(of fingerprint: String, isOwn: Bool) -> [String] {
        let about =
            isOwn
            ? [
                "each browser warns at first, because this machine made its certificate itself;",
                "let the browser show it, and go on only if its SHA-256 fingerprint is",
            ] : ["the certificate of --certificate has the SHA-256 fingerprint"]
        return about + ["  \(fingerprint)"]
    }
}
