// The child process: it makes one connection to a broker. It drops its privileges before it reads anything from the
// broker, and exits with the connection; the parent starts a new child for the next one.

internal import CMosquitto
public import SystemCalls

/// The service that a program must register to connect to brokers.
public enum BrokerService {
    /// The service, for `SandboxedChild.runIfAsked`.
    public static let service = SandboxedService(name, load: { footfall_mosquitto_load() }) {
        BrokerChild($0).serve()
    }

    static let name = "broker"
}

/// One call of the service.
final class BrokerChild {
    private let end: ChildEnd
    private let parent: ChildTalk
    private var hasLeft = false

    /// How long to wait for an address to accept a connection.
    private static let patience = Duration.seconds(8)
    /// The largest size of a call, most of which are certificates.
    private static let longestCall = 4 << 20

    init(_ end: ChildEnd) {
        self.end = end
        parent = ChildTalk(end)
    }

    /// Carries out the parent's orders.
    func serve() {
        var parts: [UInt8] = []
        while let bytes = end.receive(), let order = try? BrokerOrder(bytes) {
            switch order {
            case .resolve(let name): return resolve(name)
            case .part(let bytes):
                parts += bytes
                guard parts.count <= Self.longestCall else { return }
            case .call:
                guard let call = try? BrokerCall(parts) else { return }
                parts = []
                return serve(call)
            case .publish, .leave, .hail: break
            }
        }
    }

    private func resolve(_ name: String) {
        do throws(CallFailure) {
            try confine(to: .names)
            guard let addresses = try? NetworkReach.addresses(of: name), !addresses.isEmpty else {
                throw .unknownName
            }
            tell(.resolved(Array(addresses.prefix(NetworkReach.mostAddresses))))
        } catch {
            tell(.failed(error))
        }
    }

    /// Drops all privileges that are not needed from here on.
    private func confine(to needs: ChildEnd.Needs) throws(CallFailure) {
        do throws(SystemError) {
            try end.limitFiles(to: needs)
            try end.confine(to: needs)
        } catch {
            throw .unconfined(error.errno)
        }
    }

    private func serve(_ call: BrokerCall) {
        guard let waking = try? WakingDescriptor() else { return }
        do throws(CallFailure) {
            let client = try MQTTClient(call)
            try confine(to: .network)
            tell(.present)
            try client.connect(to: reach(call))
            try talk(by: client, in: call, waking)
        } catch {
            tell(.failed(error))
            flush(waking)
        }
    }

    /// Connects to the first of the broker's addresses that accepts.
    private func reach(_ call: BrokerCall) throws(CallFailure) -> String {
        do throws(Errno) {
            return try NetworkReach.look(
                amongNumbers: call.addresses,
                port: call.port,
                patience: Self.patience,
                isGivenUp: { false }
            )
        } catch {
            throw .unreachable(error)
        }
    }

    // MARK: The talk

    private func talk(
        by client: MQTTClient,
        in call: BrokerCall,
        _ waking: WakingDescriptor
    ) throws(CallFailure) {
        var sleep = DescriptorSleep(beside: [end.number, client.descriptor], wokenBy: waking)
        // Data that has arrived but is not read yet would wake this wait at once, so leave the connection out of it.
        var sleepHolding = DescriptorSleep(beside: [end.number], wokenBy: waking)
        var turns = TurnBudget()
        while hearParent(client) {
            if !call.isHearing, !turns.take(at: SystemClock.monotonic.nanoseconds) {
                // A board that only publishes receives little: a broker that sends without end has to wait.
                sleepHolding.wait(upTo: .milliseconds(10))
                continue
            }
            client.run(reads: parent.isSaid)
            for event in client.takeEvents() { try take(event, of: client) }
            parent.speak()
            if hasLeft, !client.wantsToWrite {
                tell(.left)
                return flush(waking)
            }
            if parent.isSaid {
                sleep.wait(upTo: pause(client))
            } else {
                sleepHolding.wait(upTo: .milliseconds(10))
            }
        }
    }

    /// How long to sleep if nothing happens; short while there is data to write.
    private func pause(_ client: MQTTClient) -> Duration {
        if client.holdsBytes { return .zero }
        return .milliseconds(client.wantsToWrite ? 10 : 500)
    }

    private func take(_ event: MQTTClient.Event, of client: MQTTClient) throws(CallFailure) {
        switch event {
        case .connected: tell(.connected)
        case .refused(let code): throw MQTTClient.refusal(code)
        case .taken(let id): tell(.taken(id))
        case .hears: tell(.hears)
        case .heard(let message): tell(.heard(message))
        case .tooLong: tell(.tooLong)
        case .ended(let number):
            if hasLeft { return }
            throw client.failure(number)
        }
    }

    // MARK: The parent

    /// Carries out the parent's orders; returns false once the parent is gone.
    private func hearParent(_ client: MQTTClient) -> Bool {
        parent.hear { bytes in
            guard let order = try? BrokerOrder(bytes) else { return false }
            switch order {
            case .publish(let id, let message): client.publish(message, id: id)
            case .leave:
                hasLeft = true
                client.leave()
            case .hail: tell(.present)
            case .resolve, .part, .call: return false
            }
            return true
        }
    }

    private func tell(_ report: BrokerReport) { parent.tell(report.bytes) }

    /// Sends the remaining reports before exiting.
    private func flush(_ waking: WakingDescriptor) {
        var sleep = DescriptorSleep(beside: [], wokenBy: waking)
        while !parent.isSaid {
            sleep.wait(upTo: .milliseconds(5))
            parent.speak()
        }
    }
}
