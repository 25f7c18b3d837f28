// The declaration of the `lines` recorder's keys, for authors of task files.

public import Research

extension RSDDeclaration<any RSDAsyncActionConfiguration> {
    /// The recorder of devices that send lines of text.
    public static var lines: Self {
        Self(
            .lines,
            LineRecorderConfiguration.self,
            "Records lines of CSV or JSON that a device sends over a serial port, a network or a pipe.",
            keys: RSDKey.recorder + RSDKey.recorderFile + LineRecorderConfiguration.keys,
            rule: LineRecorderConfiguration.rule,
            levelRule: .sharedPorts
        )
    }
}

extension LineRecorderConfiguration {
    fileprivate static let keys = [
        RSDKey(
            "port",
            .named { text in
                do throws(LinePortError) {
                    _ = try LinePort(text)
                    return nil
                } catch {
                    return RSDKeyFault("'\(error.place)': \(error.what)", remedy: error.remedy)
                }
            },
            isRequired: true,
            "Where the lines come from: '/dev/ttyUSB0@115200', '-', 'tcp:HOST:PORT' or 'udp:PORT'."
        ),
        RSDKey(
            "map",
            .text,
            isRequired: true,
            "The meaning of each column, such as 't_us,n,ax,ay,az'; '_' for a column that is not recorded."
        ),
        RSDKey(
            "units",
            .text,
            "The units of the columns, in the order of the map, such as 'mg,dps'; g, rad/s and uT if not given."
        ),
        RSDKey(
            "frequency",
            .number,
            "How many lines a second the device sends, if known."
        ),
        RSDKey(
            "placement",
            .text,
            "Where on the body the device is, in any words, such as 'lowBack'; the file contains this, too."
        ),
    ]

    /// A rule that finds a `map` that cannot be used, or `units` that do not match it.
    fileprivate static let rule: RSDWords.Rule = { members, place in
        guard case .string(let map)? = members["map"] else { return [] }
        var units = ""
        if case .string(let told)? = members["units"] { units = told }
        do throws(LineMappingError) {
            _ = try LineMapping(map, units: units)
            return []
        } catch {
            return [
                RSDTaskFileFault(
                    "'\(error.place)': \(error.what)",
                    at: place.appending(error.isOfUnits ? "units" : "map"),
                    expected: error.remedy
                )
            ]
        }
    }
}

extension RSDLevelRule {
    /// A rule that finds a port that an earlier recorder of the same list already uses.
    fileprivate static let sharedPorts = RSDLevelRule("ports of lines") { members, place in
        let users = members.compactMap { member in
            member.object["port"]?.text.flatMap { try? LinePort($0) }.map { (member, $0) }
        }
        return users.indices.compactMap { index in
            let (member, port) = users[index]
            let other = users[..<index].first { $0.1.isSame(as: port) }
            return other.map { earlier, _ in
                RSDTaskFileFault(
                    "the recorder '\(earlier.object["identifier"]?.text ?? "lines")' at "
                        + "\(place.appending(earlier.index).appending("port")) has this port, too",
                    at: place.appending(member.index).appending("port"),
                    expected: "give each a port of its own, or take one of the two out"
                )
            }
        }
    }
}

extension LineMappingError {
    /// Whether the error is about the units and not about the map.
    fileprivate var isOfUnits: Bool {
        switch kind {
        case .wrongUnit, .moreUnits, .fewerUnits, .partedUnits: true
        default: false
        }
    }
}
