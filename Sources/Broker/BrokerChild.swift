// The child's side: one call of a broker. It gives up its rights before the broker has said a word, and ends with the
// connection; whoever wants another one starts another child.

internal import CMosquitto
public import SystemCalls

/// What a program serves, so that it can talk to brokers.
public enum BrokerService {
    /// The service, for `SandboxedChild.runIfAsked`.
    public static let service = SandboxedService(name, load: { footfall_mosquitto_load() }) {
        BrokerChild($0).serve()
    }

    static let name = "broker"
}

/// One order's service.
final class BrokerChild {
    private let end: ChildEnd
    private let parent: ChildTalk
    private var hasLeft = false

    /// How long a machine that does not take a connection is waited for.
    private static let patience = Duration.seconds(8)
    /// How many bytes of a call there may be: certificates, most of all.
    private static let longestCall = 4 << 20

    init(_ end: ChildEnd) {
        self.end = end
        parent = ChildTalk(end)
    }

    /// Does what the parent orders.
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

    /// Gives up whatever is not needed from here on.
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

    /// The first of the machine's addresses that takes a connection.
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
        // What has come and is not read yet would wake it at once.
        var sleepHolding = DescriptorSleep(beside: [end.number], wokenBy: waking)
        var turns = TurnBudget()
        while hearParent(client) {
            if !call.isHearing, !turns.take(at: SystemClock.monotonic.nanoseconds) {
                // A board that only speaks has little to be told: whoever tells it without end waits.
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

    /// How long nothing happens by itself: what waits to be written is looked at again soon.
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

    /// Does what the parent has said; `false` once it is gone.
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

    /// Hands on what is left, before it ends.
    private func flush(_ waking: WakingDescriptor) {
        var sleep = DescriptorSleep(beside: [], wokenBy: waking)
        while !parent.isSaid {
            sleep.wait(upTo: .milliseconds(5))
            parent.speak()
        }
    }
}
