// What lets an ordinary user record, as text: shown before it is installed, so that an administrator
// can read what is going to be allowed.

/// The files and commands that give groups the right to record.
package struct DeviceSetup: Sendable, Hashable {
    /// A file to be written.
    package struct File: Sendable, Hashable {
        package var folder: String
        package var name: String
        package var text: String
    }

    /// A program with its arguments.
    package struct Command: Sendable, Hashable {
        package var words: [String]
        /// The Debian package that has the program.
        package var package: String
    }

    /// The groups that may record: from motion sensors, and from input devices.
    package static let groups = [motion, input]

    /// Where the right to a serial port comes from, which nothing here gives.
    package static let serialPorts =
        "the system gives it to a group of its own, such as dialout or uucp, which "
        + "`footfall devices` names and `sudo usermod -aG GROUP USER` joins"

    /// What is written, beside what is there.
    package var files: [File]
    /// What is run afterwards.
    package var commands: [Command]
    /// What to tell the user at the end.
    package var advice: String

    /// What loads the kernel's timers, which not every kernel has.
    package static let loadingTimers = Command(
        words: ["modprobe", "--quiet", "iio-trig-hrtimer"],
        package: "kmod"
    )

    /// The setup for a user; without one, nobody joins the groups.
    ///
    /// A name that is not plainly a user's is left out: root would hand it to a program.
    ///
    /// - Parameters:
    ///   - user: Who may record.
    ///   - hasTimers: Whether the kernel can make triggers of timers. A module that it has not would
    ///     be a failure at every start of the machine.
    package init(user: String?, hasTimers: Bool) {
        let user = user.flatMap { Self.isPlain($0) ? $0 : nil }
        let joining = ["usermod", "--append", "--groups", Self.groups.joined(separator: ",")]
        files = [
            File(folder: Self.rules, name: "70-footfall-iio.rules", text: Self.motionRules),
            File(folder: Self.rules, name: "70-footfall-input.rules", text: Self.inputRules),
            File(
                folder: "/etc/security/limits.d",
                name: "70-footfall-input.conf",
                text: Self.inputLimits
            ),
        ]
        commands = Self.groups.map {
            Command(words: ["groupadd", "--system", "--force", $0], package: "passwd")
        }
        if let user { commands.append(Command(words: joining + [user], package: "passwd")) }
        let udev = [
            ["control", "--reload"], ["trigger", "--action=add", "--subsystem-match=iio"],
            // Who shows windows takes a second "add" for a second keyboard.
            ["trigger", "--action=change", "--subsystem-match=input"], ["settle"],
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
            user.map {
                "\($0) may record after logging in again, and see every key pressed at this machine"
            } ?? "add users with `sudo \(joining.joined(separator: " ")) USER`"
    }

    /// Whether a word is plainly a user's name.
    package static func isPlain(_ user: String) -> Bool {
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

    private static let motion = "iio"
    private static let input = "input"
    private static let rules = "/etc/udev/rules.d"

    // Only what a recording writes: what else a device's folder has, such as its calibration, stays
    // the owner's. A folder that has none of a name is no failure.
    private static let motionRules = """
        # As `footfall setup` writes it: members of the group "\(motion)" may record from IIO sensors.
        SUBSYSTEM!="iio", GOTO="footfall_iio_end"
        ACTION=="remove", GOTO="footfall_iio_end"
        KERNEL=="iio:device*", GROUP="\(motion)", MODE="0660"
        KERNEL=="iio:device*|trigger*", RUN+="/bin/sh -c 'cd /sys%p && \
        chgrp -R \(motion) \(writable) 2>/dev/null; chmod -R g=u \(writable) 2>/dev/null; true'"
        LABEL="footfall_iio_end"

        """

    private static let writable =
        "buffer* scan_elements trigger *sampling_frequency current_timestamp_clock"

    // Most systems have this rule for devices as they come, some of them only for those.
    private static let inputRules = """
        # As `footfall setup` writes it: members of the group "\(input)" may record from input devices.
        # They can see every key that anybody presses at this machine.
        ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", GROUP="\(input)", MODE="0660"

        """

    // Of a device the kernel keeps eight reports: who reads them must not come late.
    private static let inputLimits = """
        # As `footfall setup` writes it: members of the group "\(input)" may have one thread of a recording
        # ahead of ordinary programs.
        @\(input) - rtprio 1

        """

    private static let modules = """
        # As `footfall setup` writes it: timers that can trigger sensors without a trigger of their own.
        iio-trig-hrtimer

        """

    private static let timers = """
        # As `footfall setup` writes it: members of the group "\(motion)" may make such timers.
        z /sys/kernel/config/iio/triggers/hrtimer 0775 root \(motion) -

        """
}
