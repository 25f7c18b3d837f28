// A socket that systemd has opened must reach those whom the command line lets in: to a network without TLS, a study
// would be served to whoever listens.

internal import SessionRuns
internal import SystemCalls

extension BrowserPlace {
    /// Takes the socket that systemd has opened for this process, once; `nil` where there is none.
    func takeHandedSocket() throws(RunFailure) -> ListeningSocket? {
        let handed: ListeningSocket?
        do throws(SystemError) {
            handed = try HandedSocket.take()
        } catch {
            throw RunFailure("\(error); leave one ListenStream= in the socket unit, a port of TCP")
        }
        if let handed { try agree(with: handed.reach, port: handed.port) }
        return handed
    }

    /// Sees that a socket which listens already is what the command line asks for.
    func agree(with reach: ListeningSocket.Reach, port handedPort: UInt16) throws(RunFailure) {
        if let port, port != handedPort {
            throw RunFailure(
                "--port \(port): systemd has opened port \(handedPort); leave --port out, or change ListenStream= "
                    + "of the socket unit"
            )
        }
        switch (reach, isOpenToNetwork) {
        case (.thisMachine, false), (.network, true): return
        case (.network, false):
            throw RunFailure(
                "port \(handedPort): systemd has opened it to the network; add --lan, which has TLS, or set "
                    + "ListenStream=127.0.0.1:\(handedPort) in the socket unit"
            )
        case (.thisMachine, true):
            throw RunFailure(
                "--lan: systemd has opened port \(handedPort) to this machine alone; set "
                    + "ListenStream=\(handedPort) in the socket unit, or leave --lan out"
            )
        }
    }
}
