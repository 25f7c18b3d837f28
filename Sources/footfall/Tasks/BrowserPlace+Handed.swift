// Checks that a socket opened by systemd (socket activation) can be reached from where the command line says, and from
// nowhere else. Otherwise a study might be served to a network without TLS.

internal import SessionRuns
internal import SystemCalls

extension BrowserPlace {
    /// Returns the socket that systemd has opened for this process; `nil` if there is none, or it was taken before.
    ///
    /// It throws if the socket differs from what the command line asks for.
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

    /// Throws if a socket that already listens differs from what the command line asks for.
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
