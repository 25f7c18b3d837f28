// The parent's side: it starts the child, and accepts from it only valid gpsd messages. Resolving a host name has a
// time limit, after which the child is killed.

internal import SystemCalls
internal import Timebase

/// The gpsd of another machine, read by a child process.
final class RemoteReceiver: ReceiverLine {
    private let place: String
    private let child: SandboxedChild
    private var budget: MessageBudget
    /// Whether the other end has identified itself as a gpsd.
    private var isGPSD = false

    /// The time limit for resolving a host name, in nanoseconds.
    private static let resolving: Int64 = 5_000_000_000

    /// Starts a child that connects to the gpsd at an address.
    ///
    /// - Parameters:
    ///   - address: The address of gpsd.
    ///   - program: The program to start as the child; by default the program for all children.
    ///   - isGivenUp: Called while the host name is resolved; true ends the waiting.
    /// - Throws: `LocationError` if the child cannot be started, or the host name cannot be resolved.
    init(
        _ address: ReceiverAddress,
        _ program: String?,
        isGivenUp: () -> Bool
    ) throws(LocationError) {
        place = address.text
        budget = MessageBudget(at: SystemClock.monotonic.nanoseconds)
        let numbers: [String]
        if let known = NetworkReach.numbers(of: address.host) {
            numbers = [known]
        } else {
            numbers = try Self.resolved(address, program, isGivenUp)
        }
        child = try Self.child(program, ordered: .read(numbers, port: address.port), for: place)
    }

    deinit { child.end() }

    var number: Int32 { child.number }

    func read() throws(LocationError) -> ReceiverMessage? {
        guard let word = try Self.word(of: child, place) else { return nil }
        guard case .heard(let message) = word,
            budget.take(at: SystemClock.monotonic.nanoseconds)
        else {
            child.end()
            throw Self.failure(word, isGPSD: isGPSD, at: place)
        }
        if message == .version { isGPSD = true }
        return message
    }

    // MARK: Children

    private static func child(
        _ program: String?,
        ordered order: ReceiverOrder,
        for place: String
    ) throws(LocationError) -> SandboxedChild {
        do throws(SystemError) {
            let memory = try SharedMemory(bytes: 4096)
            let child = try SandboxedChild(
                serving: LocationRemote.name,
                sharing: memory,
                program: program
            )
            try child.send(ReceiverCoding.bytes(of: order))
            return child
        } catch {
            throw LocationError(.notStarted(error), at: place)
        }
    }

    /// Resolves a host name, in a separate child.
    private static func resolved(
        _ address: ReceiverAddress,
        _ program: String?,
        _ isGivenUp: () -> Bool
    ) throws(LocationError) -> [String] {
        let place = address.text
        let child = try child(program, ordered: .resolve(address.host), for: place)
        defer { child.end() }
        let waking: WakingDescriptor
        do throws(SystemError) {
            waking = try WakingDescriptor()
        } catch {
            throw LocationError(.notStarted(error), at: place)
        }
        var sleep = DescriptorSleep(beside: [child.number], wokenBy: waking)
        let end = SystemClock.monotonic.nanoseconds &+ resolving
        while true {
            if let word = try word(of: child, place) {
                guard case .resolved(let numbers) = word else {
                    throw failure(word, isGPSD: false, at: place)
                }
                return numbers
            }
            if isGivenUp() { throw LocationError(.givenUp, at: place) }
            guard SystemClock.monotonic.nanoseconds < end else {
                throw LocationError(.unreachable(.timedOut), at: place)
            }
            sleep.wait(upTo: .milliseconds(50))
        }
    }

    /// The next message of a child, if there is one.
    private static func word(
        of child: SandboxedChild,
        _ place: String
    ) throws(LocationError) -> ReceiverWord? {
        let arrival: MessageSocket.Arrival
        do throws(SystemError) {
            arrival = try child.receive()
        } catch {
            throw nonsense(of: child, place)
        }
        switch arrival {
        case .nothing: return nil
        case .message(let bytes):
            let word = ReceiverCoding.message(ReceiverWord.self, in: bytes)
            guard let word, word.isPossible else { throw nonsense(of: child, place) }
            return word
        case .end:
            switch child.end() {
            case .killed(let signal): throw LocationError(.crashed(signal: signal), at: place)
            case .exited: throw LocationError(.deserted, at: place)
            }
        }
    }

    private static func nonsense(of child: SandboxedChild, _ place: String) -> LocationError {
        child.end()
        return LocationError(.nonsense, at: place)
    }

    /// The error to report for a message of the child that is not one of gpsd's.
    private static func failure(
        _ word: ReceiverWord,
        isGPSD: Bool,
        at place: String
    ) -> LocationError {
        switch word {
        case .ended: LocationError(isGPSD ? .gone : .noGPSD, at: place)
        case .failed(let errno): .connecting(Errno(rawValue: errno), at: place)
        case .unconfined(let errno):
            LocationError(
                .failed(call: "confine the process that reads from it", Errno(rawValue: errno)),
                at: place
            )
        case .heard, .resolved: LocationError(.nonsense, at: place)
        }
    }
}
