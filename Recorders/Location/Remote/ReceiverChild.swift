// The child process that reads the gpsd of another machine. It connects, gives up its rights, and only then reads
// what the network sends. A separate child resolves host names and does nothing else.

internal import CGPS
public import SystemCalls
internal import Timebase

/// The service that a program must provide to record receivers of other machines.
public enum LocationRemote {
    /// The service, for `SandboxedChild.runIfAsked`.
    public static let service = SandboxedService(name, load: { _ = footfall_gps_load() }) {
        ReceiverChild($0).serve()
    }

    static let name = "gpsd"
}

/// Carries out one order of the parent.
struct ReceiverChild {
    private let end: ChildEnd

    /// How long to wait for a machine to accept a connection; shorter than the parent waits.
    private static let patience = Duration.milliseconds(1900)
    /// How many messages are read before the parent is checked again.
    private static let mostMessages = 64

    init(_ end: ChildEnd) { self.end = end }

    /// Does what the parent orders.
    func serve() {
        guard let bytes = end.receive(),
            let order = ReceiverCoding.message(ReceiverOrder.self, in: bytes)
        else { return }
        switch order {
        case .resolve(let name): resolve(name)
        case .read(let addresses, let port): read(addresses, port)
        }
    }

    private func say(_ word: ReceiverWord) throws(SystemError) {
        try end.send(ReceiverCoding.bytes(of: word))
    }

    private func resolve(_ name: String) {
        guard confines(to: .names) else { return }
        do throws(Errno) {
            let addresses = try NetworkReach.addresses(of: name)
            try? say(.resolved(Array(addresses.prefix(NetworkReach.mostAddresses))))
        } catch {
            try? say(.failed(error.rawValue))
        }
    }

    /// Gives up all rights that are not needed any more; returns whether that succeeded.
    private func confines(to needs: ChildEnd.Needs) -> Bool {
        do throws(SystemError) {
            try end.limitFiles(to: needs)
            try end.confine(to: needs)
            return true
        } catch {
            try? say(.unconfined(error.errno.rawValue))
            return false
        }
    }

    private func read(_ addresses: [String], _ port: UInt16) {
        guard let waking = try? WakingDescriptor() else { return }
        do {
            // Connecting reads nothing, and sets options that cannot be set after giving up the rights.
            let connection = try GPSConnection(
                addresses,
                port: port,
                named: addresses.first ?? "",
                patience: Self.patience,
                isGivenUp: { false }
            )
            guard confines(to: .network) else { return }
            try handOn(LocalReceiver(connection), waking)
        } catch let error as LocationError {
            try? say(error.errno.map { .failed($0.rawValue) } ?? .ended)
        } catch {
            // The parent does not read any more.
        }
    }

    /// Passes on gpsd's messages until gpsd ends or the parent is gone.
    private func handOn(_ receiver: LocalReceiver, _ waking: WakingDescriptor) throws {
        var sleep = DescriptorSleep(beside: [receiver.number, end.number], wokenBy: waking)
        while true {
            guard try end.receiveNow() == .nothing else { return }
            var count = 0
            while count < Self.mostMessages, let message = try receiver.read() {
                count += 1
                if message != .other || count == 1 { try say(.heard(message)) }
            }
            if count < Self.mostMessages { sleep.wait() }
        }
    }
}
