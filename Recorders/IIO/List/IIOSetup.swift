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

    /// A program with its arguments.
    public struct Command: Sendable, Hashable {
        public var words: [String]
        /// The Debian package that has the program.
        public var package: String
    }

    /// What is written, beside what is there.
    public var files: [File]
    /// What is run afterwards.
    public var commands: [Command]
    /// What to tell the user at the end.
    public var advice: String

    /// What loads the kernel's timers, which not every kernel has.
    public static let loadingTimers = Command(
        words: ["modprobe", "--quiet", "iio-trig-hrtimer"],
        package: "kmod"
    )

    /// The setup for a user; without one, nobody joins the group.
    ///
    /// A name that is not plainly a user's is left out: root would hand it to a program.
    ///
    /// - Parameters:
    ///   - user: Who may record.
    ///   - hasTimers: Whether the kernel can make triggers of timers. A module that it has not would
    ///     be a failure at every start of the machine.
    public init(user: String?, hasTimers: Bool) {
        let user = user.flatMap { Self.isPlain($0) ? $0 : nil }
        files = [File(folder: "/etc/udev/rules.d", name: "70-footfall-iio.rules", text: Self.rules)]
        commands = [
            Command(words: ["groupadd", "--system", "--force", Self.group], package: "passwd")
        ]
        if let user {
            commands.append(
                Command(
                    words: ["usermod", "--append", "--groups", Self.group, user],
                    package: "passwd"
                )
            )
        }
        let udev = [
            ["control", "--reload"], ["trigger", "--action=add", "--subsystem-match=iio"],
            ["settle"],
        ]
        commands += udev.map { Command(words: ["udevadm"] + $0, package: "udev") }
        if hasTimers {
            let name = "footfall-iio.conf"
            files += [
                File(folder: "/etc/modules-load.d", name: name, text: Self.modules),
                File(folder: "/etc/tmpfiles.d", name: name, text: Self.timers),
            ]
            commands.append(
                Command(
                    words: ["systemd-tmpfiles", "--create", "/etc/tmpfiles.d/\(name)"],
                    package: "systemd"
                )
            )
        }
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

    // Only what a recording writes: what else a device's folder has, such as its calibration, stays
    // the owner's. A folder that has none of a name is no failure.
    private static let rules = """
        # Written by `footfall setup`: members of the group "\(group)" may record from IIO sensors.
        SUBSYSTEM!="iio", GOTO="footfall_iio_end"
        ACTION=="remove", GOTO="footfall_iio_end"
        KERNEL=="iio:device*", GROUP="\(group)", MODE="0660"
        KERNEL=="iio:device*|trigger*", RUN+="/bin/sh -c 'cd /sys%p && \
        chgrp -R \(group) \(writable) 2>/dev/null; chmod -R g=u \(writable) 2>/dev/null; true'"
        LABEL="footfall_iio_end"

        """

    private static let writable =
        "buffer* scan_elements trigger *sampling_frequency current_timestamp_clock"

    private static let modules = """
        # Written by `footfall setup`: timers that can trigger sensors without a trigger of their own.
        iio-trig-hrtimer

        """

    private static let timers = """
        # Written by `footfall setup`: members of the group "\(group)" may make such timers.
        z /sys/kernel/config/iio/triggers/hrtimer 0775 root \(group) -

        """
}
