// The child's side: it connects to another machine's gpsd, gives up its rights, and only then reads what the network
// sends. A name is resolved by a child that does nothing else.

public import SystemCalls
internal import Timebase

/// What a program serves, so that it can record receivers of other machines.
public enum LocationRemote {
    /// The service, for `SandboxedChild.runIfAsked`.
    public static let service = SandboxedService(name) { ReceiverChild($0).serve() }

    static let name = "gpsd"
}

/// One order's service.
struct ReceiverChild {
    private let end: ChildEnd

    /// How long a machine that does not take a connection is waited for: shorter than the parent waits.
    private static let patience = Duration.milliseconds(1900)
    /// As many messages are read before the parent is listened to.
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

    /// Gives up whatever is not needed from here on; answers whether it could.
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
            // Connecting reads nothing, and sets what may not be set later.
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
            // The parent does not listen any more.
        }
    }

    /// Hands on what gpsd says until that ends, or the parent is gone.
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
