// A board on a telephone's network costs somebody money by the megabyte. NetworkManager knows or guesses whether it is
// so; a board without it does not say, and is taken for one that costs nothing, which is told once.

internal import FoundationEssentials
internal import SystemCalls

/// Whether the network costs by what is sent.
public enum MeteredNetwork: Hashable, Sendable {
    case metered
    case free
    /// Nobody knows, and why not.
    case unknown(String)

    /// What asks for it: busctl reads one property, and starts no service for it.
    ///
    /// - Parameter address: Another bus than the system's.
    /// - Returns: The program, and its arguments.
    static func question(at address: String? = nil) -> [String] {
        let bus = address.map { "--address=\($0)" } ?? "--system"
        return [
            "busctl", bus, "--json=short", "--timeout=5", "--auto-start=no",
            "--allow-interactive-authorization=no", "get-property",
            "org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager",
            "org.freedesktop.NetworkManager", "Metered",
        ]
    }

    /// Reads what busctl printed, such as `{"type":"u","data":4}`.
    init(answer: [UInt8]) {
        struct Property: Decodable {
            var type: String
            var data: UInt32
        }
        guard let property = try? JSONDecoder().decode(Property.self, from: Data(answer)),
            property.type == "u"
        else {
            self = .unknown("NetworkManager's answer is none")
            return
        }
        // Yes, no, and what it guesses: a telephone's hotspot is a guess, and the common case.
        switch property.data {
        case 1, 3: self = .metered
        case 2, 4: self = .free
        default: self = .unknown("NetworkManager does not know")
        }
    }
}

extension MeteredNetwork {
    /// Asks NetworkManager, for a few seconds at most.
    ///
    /// - Parameter goesOn: Looked at ten times a second; where it says no, nobody knows.
    /// - Returns: What it says.
    public static func ask(whileTrue goesOn: () -> Bool) -> MeteredNetwork {
        ask(at: nil, whileTrue: goesOn)
    }

    static func ask(at address: String?, whileTrue goesOn: () -> Bool) -> MeteredNetwork {
        let end = ContinuousClock.now + .seconds(10)
        do throws(SystemError) {
            let followed = try ChildProgram.follow(
                question(at: address),
                outputLimit: 4096,
                whileTrue: { goesOn() && ContinuousClock.now < end },
                onLine: { _ in }
            )
            guard followed.ending == .exited(0), followed.cut == nil else {
                return .unknown("NetworkManager does not run here, or does not answer")
            }
            return MeteredNetwork(answer: followed.output)
        } catch {
            return .unknown("busctl, which asks NetworkManager, cannot be run: \(error.errno)")
        }
    }
}
