// What lets an ordinary user record, as text: shown before it is installed, so that an administrator
// can read what is going to be allowed.

/// The files and commands that give a group the right to record.
public struct IIOSetup: Sendable, Hashable {
    /// A file to be written.
    public struct File: Sendable, Hashable {
        public var folder: String
        public var name: String
        public var text: String
    }

    /// The group that may record.
    public static let group = "iio"

    /// What is written, beside what is there.
    public var files: [File]
    /// What is run afterwards, each a program with its arguments.
    public var commands: [[String]]
    /// What to tell the user at the end.
    public var advice: String

    /// The setup for a user; without one, nobody joins the group.
    ///
    /// A name that is not plainly a user's is left out: root would hand it to a program.
    public init(user: String?) {
        let user = user.flatMap { Self.isPlain($0) ? $0 : nil }
        files = [
            File(folder: "/etc/udev/rules.d", name: "70-footfall-iio.rules", text: Self.rules),
            File(folder: "/etc/modules-load.d", name: "footfall-iio.conf", text: Self.modules),
            File(folder: "/etc/tmpfiles.d", name: "footfall-iio.conf", text: Self.timers),
        ]
        commands = [["groupadd", "--system", "--force", Self.group]]
        if let user { commands.append(["usermod", "--append", "--groups", Self.group, user]) }
        commands += [
            ["udevadm", "control", "--reload"],
            ["udevadm", "trigger", "--action=add", "--subsystem-match=iio"],
            ["udevadm", "settle"],
        ]
        advice =
            user.map { "\($0) may record after logging in again" }
            ?? "add users with `sudo usermod --append --groups \(Self.group) USER`"
    }

    /// Whether a word is plainly a user's name.
    public static func isPlain(_ user: String) -> Bool {
        let bytes = user.utf8
        return (1...32).contains(bytes.count) && bytes.first != UInt8(ascii: "-")
            && bytes.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                    UInt8(ascii: "."):
                    true
                default:
                    false
                }
            }
    }

    // The group is given what the owner has: files that only tell stay read-only.
    private static let rules = """
        # Written by `footfall setup`: members of the group "\(group)" may record from IIO sensors.
        SUBSYSTEM!="iio", GOTO="footfall_iio_end"
        ACTION=="remove", GOTO="footfall_iio_end"
        KERNEL=="iio:device*", GROUP="\(group)", MODE="0660"
        KERNEL=="iio:device*|trigger*", RUN+="/bin/chgrp -R \(group) /sys$devpath", \
        RUN+="/bin/chmod -R g=u /sys$devpath"
        LABEL="footfall_iio_end"

        """

    private static let modules = """
        # Written by `footfall setup`: timers that can trigger sensors without a trigger of their own.
        iio-trig-hrtimer

        """

    private static let timers = """
        # Written by `footfall setup`: members of the group "\(group)" may make such timers.
        z /sys/kernel/config/iio/triggers/hrtimer 0775 root \(group) -

        """
}
