// Checks that a socket opened by systemd (socket activation) is as open as the command line says. Otherwise a study
// might be served to a network without TLS.

internal import SessionRuns
internal import SystemCalls

extension BrowserPlace {
    /// Takes the socket that systemd has opened for this process, once; returns `nil` if there is none.
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
