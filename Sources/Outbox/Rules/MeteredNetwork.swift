// On a mobile network every megabyte costs money. NetworkManager knows or guesses whether the network is metered. On a
// board without NetworkManager this is unknown; its network is assumed to be free, which is reported once.

internal import FoundationEssentials
internal import SystemCalls

/// Whether the network is metered, that is, charges by volume.
public enum MeteredNetwork: Hashable, Sendable {
    case metered
    case free
    /// Unknown, and why.
    case unknown(String)

    /// The command that asks NetworkManager: busctl reads one property, and starts no service for it.
    ///
    /// - Parameter address: The address of a bus to use instead of the system's.
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

    /// Parses the output of busctl, such as `{"type":"u","data":4}`.
    init(answer: [UInt8]) {
        struct Property: Decodable {
            var type: String
            var data: UInt32
        }
        guard let property = try? JSONDecoder().decode(Property.self, from: Data(answer)),
            property.type == "u"
        else {
            self = .unknown("NetworkManager's answer cannot be read")
            return
        }
        // NetworkManager's values: yes, no, guessed yes, guessed no. The common metered network is a phone's hotspot, a
        // guess.
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
    /// - Parameter goesOn: Checked ten times a second; if it returns false, the result is `unknown`.
    /// - Returns: The answer.
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
