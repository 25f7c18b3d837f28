import StandardRecorders
import SystemCalls
import Testing

@testable import footfall

@Suite("The setup that lets an ordinary user record")
struct SetupTests {
    @Test("has rules, modules and timers for the groups, and commands that activate them")
    func contents() throws {
        let setup = DeviceSetup(user: "ada", hasTimers: true)
        let rule = try #require(setup.files.first { $0.name == "70-footfall-iio.rules" })
        #expect(rule.text.contains("KERNEL==\"iio:device*\", GROUP=\"iio\", MODE=\"0660\""))
        #expect(rule.text.contains("cd /sys%p && chgrp -R iio buffer* scan_elements"))
        #expect(!rule.text.contains("chmod -R g=u /sys"))
        let lines = setup.commands.map { $0.words.joined(separator: " ") }
        #expect(lines.contains("groupadd --system --force iio"))
        #expect(lines.contains("groupadd --system --force input"))
        #expect(lines.contains("usermod --append --groups iio,input ada"))
        #expect(lines.contains("udevadm control --reload"))
        #expect(lines.last == "systemd-tmpfiles --create /etc/tmpfiles.d/footfall-iio.conf")
        #expect(setup.files.allSatisfy { $0.text.hasSuffix("\n") })
    }

    @Test("covers existing input devices, by triggering their rules again")
    func input() throws {
        let setup = DeviceSetup(user: nil, hasTimers: false)
        let rule = try #require(setup.files.first { $0.name == "70-footfall-input.rules" })
        let line = "SUBSYSTEM==\"input\", KERNEL==\"event*\", GROUP=\"input\", MODE=\"0660\""
        #expect(rule.text.contains(line))
        let lines = setup.commands.map { $0.words.joined(separator: " ") }
        let reload = try #require(lines.firstIndex(of: "udevadm control --reload"))
        let group = try #require(lines.firstIndex(of: "groupadd --system --force input"))
        let trigger = try #require(
            lines.firstIndex(of: "udevadm trigger --action=change --subsystem-match=input")
        )
        #expect(group < reload && reload < trigger)
    }

    @Test("says what a user who may read input can see")
    func tells() throws {
        let setup = DeviceSetup(user: "ada", hasTimers: false)
        #expect(setup.advice.contains("ada may record after logging in again"))
        #expect(setup.advice.contains("see every key pressed"))
        #expect(setup.files.contains { $0.text.contains("see every key that anybody presses") })
        #expect(
            DeviceSetup(user: nil, hasTimers: false).advice
                == "add users with `sudo usermod --append --groups iio,input USER`"
        )
    }

    @Test("loads no module that the kernel lacks")
    func noTimers() {
        let setup = DeviceSetup(user: nil, hasTimers: false)
        #expect(
            Set(setup.files.map(\.folder)) == ["/etc/udev/rules.d", "/etc/security/limits.d"]
        )
        #expect(!setup.commands.contains { $0.words[0] == "systemd-tmpfiles" })
    }

    @Test(
        "adds no user to a group if the name is not a plain user name",
        arguments: ["", "-G root", "a b", "ada;reboot", "\n", "$(id)"]
    )
    func refuses(user: String) {
        let setup = DeviceSetup(user: user, hasTimers: true)
        #expect(!setup.commands.contains { $0.words.first == "usermod" })
    }

    @Test("is printed in a form that can be pasted into a shell")
    func shown() throws {
        let folder = try TemporaryFolder()
        let ending = try ChildProcess.footfall(["setup", "--user", "ada"], in: folder)
        #expect(ending.status == 0)
        #expect(ending.errors.isEmpty)
        #expect(ending.output.contains("# /etc/udev/rules.d/70-footfall-input.rules\n"))
        #expect(ending.output.contains("# sudo usermod --append --groups iio,input ada\n"))
        #expect(ending.output.contains("# A serial port is not part of this"), "\(ending.output)")
        // Nobody has the name here; the plan may be for another machine.
        #expect(ending.output.contains("# This machine has no such user"))
    }

    /// What an installation does on a machine that has one user, in its order.
    private static func deeds(for user: String?) -> (deeds: [String], error: String?) {
        var deeds: [String] = []
        let installation = SetupInstallation(
            hasUser: {
                deeds.append("looked for \($0)")
                return $0 == "ada"
            },
            write: { deeds.append("wrote \($0.name)") },
            run: {
                deeds.append("ran \($0.words[0])")
                return .exited(0)
            },
            tell: { _ in }
        )
        do {
            try installation.install(for: user)
            return (deeds, nil)
        } catch {
            return (deeds, "\(error)")
        }
    }

    @Test("installs nothing for a user that the machine does not have")
    func unknownUser() {
        let (deeds, error) = Self.deeds(for: "adda")
        #expect(deeds == ["looked for adda"])
        #expect(error?.hasPrefix("adda: this machine has no such user, and nothing is ") == true)
        #expect(error?.contains("lists, or create the user first") == true)
    }

    @Test("installs for an existing user, or for none")
    func installed() {
        for user in ["ada", nil] {
            let (deeds, error) = Self.deeds(for: user)
            #expect(error == nil)
            #expect(deeds.first == (user == nil ? "ran modprobe" : "looked for ada"))
            #expect(deeds.contains("wrote 70-footfall-iio.rules"))
            #expect(deeds.contains("ran usermod") == (user != nil))
        }
    }
}
