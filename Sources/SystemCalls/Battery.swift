// Reads the state of batteries from the kernel: a wearable runs on one, and nobody should begin a walk with an empty
// one.

/// The current state of a battery.
public struct Battery: Sendable, Hashable, Encodable {
    public var name: String
    public var percent: Int
    /// The kernel's word for its state, such as "Discharging".
    public var state: String?

    public init(name: String, percent: Int, state: String?) {
        self.name = name
        self.percent = percent
        self.state = state
    }

    /// The batteries of this machine, sorted by name.
    public static func present(in folder: String = "/sys/class/power_supply") -> [Battery] {
        ((try? FileSystem.list(folder)) ?? []).sorted().compactMap { name in
            func read(_ file: String) -> String? {
                let text = FileSystem.shortText(of: "\(folder)/\(name)/\(file)")
                return text.map { String($0.prefix { !$0.isNewline }) }
            }
            guard read("type") == "Battery", let percent = read("capacity").flatMap(Int.init) else {
                return nil
            }
            return Battery(name: name, percent: percent, state: read("status"))
        }
    }
}
