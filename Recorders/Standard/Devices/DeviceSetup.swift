// The files and commands that let an ordinary user record, as text. They are shown before they are installed, so
// that an administrator can read what they permit.

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
        /// The Debian package that contains the program.
        package var package: String
    }

    /// The groups that may record: from motion sensors, and from input devices.
    package static let groups = [motion, input]

    /// The remedy for serial ports, to which this setup gives no right.
    package static let serialPorts =
        "Linux gives it to a group of its own, such as dialout or uucp, which "
        + "`footfall devices` names; `sudo usermod -aG GROUP USER` adds a user to this group"

    /// The files to write, in addition to existing ones.
    package var files: [File]
    /// The commands to run afterwards.
    package var commands: [Command]
    /// Advice for the user at the end.
    package var advice: String

    /// Loads the kernel's timers, which not every kernel has.
    package static let loadingTimers = Command(
        words: ["modprobe", "--quiet", "iio-trig-hrtimer"],
        package: "kmod"
    )

    /// The setup for a user; without a user, nobody joins the groups.
    ///
    /// A name that is not clearly a user's is left out, because root would pass it to a program.
    ///
    /// - Parameters:
    ///   - user: The user who may record.
    ///   - hasTimers: Whether the kernel can use timers as triggers. Loading a missing module would fail at every
    ///     start of the machine.
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
            // Graphical desktops would take a second "add" event for a second keyboard.
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

    /// Whether a word is clearly a user's name.
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

    // The group may write only what a recording writes; everything else in a device's folder, such as its
    // calibration, stays the owner's. It is not an error if a name is missing in a folder.
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

    // Most systems have this rule already; some of them apply it only to devices that are plugged in later.
    private static let inputRules = """
        # As `footfall setup` writes it: members of the group "\(input)" may record from input devices.
        # They can see every key that anybody presses at this machine.
        ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", GROUP="\(input)", MODE="0660"

        """

    // The kernel buffers only eight reports of a device, so the reader must not be late.
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
