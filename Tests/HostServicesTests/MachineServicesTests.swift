// The services of a machine, whatever parts it has: each call is answered once and in order, and what the machine
// cannot do is reported once.

import CueParts
import Patience
import Research
import ResearchUI
import Testing

@testable import HostServices

@Suite("The services of a machine", .speaks, .mayNotHang)
@MainActor
struct MachineServicesTests {
    // MARK: Speech

    @Test("answer each text once and in order, and report once that nothing can speak")
    func nobodySpeaks() async throws {
        let rig = try MachineRig()
        let answers = try await rig.speak("one", "two", "three")
        #expect(answers == ["one", "two", "three"].map { SpokenAnswer(text: $0, isSpoken: false) })
        #expect(rig.told.count == 1)
        #expect(rig.told.first?.hasPrefix("nothing is spoken: speech-dispatcher cannot be") == true)
        #expect(rig.told.first?.hasSuffix("; install speech-dispatcher or espeak-ng") == true)
        #expect(rig.machine.notes == rig.told)
    }

    @Test("report once a speech program that may not be run, with a remedy")
    func notAllowed() async throws {
        let folder = try ScratchFolder()
        let rig = try MachineRig(espeak: [try folder.file("espeak", "#!/bin/sh")])
        _ = try await rig.speak("one", "two")
        #expect(rig.told.count == 1)
        let told = try #require(rig.told.first)
        #expect(told.hasSuffix("permission denied (EACCES); try it in a terminal"))
    }

    @Test("stop the spoken text and the waiting ones, and answer each of them")
    func silence() async throws {
        let folder = try ScratchFolder()
        let espeak = try folder.script(
            "espeak",
            "t=$(cat); echo \"$t\" >> \(folder.path)/said; case $t in endless) exec sleep 1000;; esac"
        )
        let rig = try MachineRig(espeak: espeak)
        async let answers = rig.speak("endless", "never")
        #expect(try await eventually { folder.text("said") == "endless\n" })
        rig.services.silence()
        let told = try await answers
        #expect(told == ["endless", "never"].map { SpokenAnswer(text: $0, isSpoken: false) })
        #expect(try await rig.speak("after") == [SpokenAnswer(text: "after", isSpoken: true)])
        #expect(folder.text("said") == "endless\nafter\n")
        // Stopping speech on purpose is not a fault of the machine.
        #expect(rig.told.isEmpty)
    }

    @Test("report an unspoken text once, and again only if a text was spoken since")
    func textsFail() async throws {
        let folder = try ScratchFolder()
        let espeak = try folder.script(
            "espeak",
            "case $(cat) in good) ;; *) echo \"error: no card $(ls \(folder.path) | wc -l)\" >&2;"
                + "touch \(folder.path)/$$;; esac"
        )
        let rig = try MachineRig(espeak: espeak)
        let answers = try await rig.speak("bad", "worse", "good", "bad again")
        #expect(answers.map(\.text) == ["bad", "worse", "good", "bad again"])
        #expect(answers.map(\.isSpoken) == [false, false, true, false])
        #expect(
            rig.told == [
                "a text was not spoken: espeak-ng: failed: error: no card 1; try it in a terminal",
                "a text was not spoken: espeak-ng: failed: error: no card 3; try it in a terminal",
            ]
        )
    }

    @Test("report a language name that is not valid")
    func badLanguage() async throws {
        let rig = try MachineRig(language: "no language")
        #expect(try await rig.speak("Hello") == [SpokenAnswer(text: "Hello", isSpoken: false)])
        #expect(
            rig.told == [
                "a text was not spoken: speech: \"no language\" is no name of a language; give it as "
                    + "in 'en' or 'de-AT'"
            ]
        )
    }

    // MARK: Sounds

    @Test("play the sounds in the order requested, and the usual sound for an unknown name")
    func sounds() async throws {
        let rig = try MachineRig()
        for sound in [RSDSound.alarm, RSDSound(name: "nobody's"), RSDSound(name: "lock")] {
            rig.services.play(sound)
        }
        let expected = MachineRig.samples("alarm", "short_low_high", "lock")
        #expect(try await rig.heard(atLeast: expected.count) == expected)
        #expect(rig.told.isEmpty)
    }

    @Test("report a missing sound device once, however many sounds are played")
    func noSoundDevice() async throws {
        let rig = try MachineRig(soundDevice: "no-such-device")
        for sound in RSDSound.all { rig.services.play(sound) }
        try await rig.playLast()
        #expect(
            rig.told == [
                "sound device no-such-device: cannot be opened: No such file or directory; connect a "
                    + "sound card, or name another device (`aplay -L` lists them)"
            ]
        )
    }

    // MARK: The rest

    @Test("vibrate the given vibrator")
    func vibration() throws {
        let hand = Hand()
        let rig = try MachineRig(vibrator: hand)
        rig.services.vibrate()
        #expect(hand.count == 1)
    }

    @Test("return a permission as the host knows it")
    func allowance() async {
        let machine = MachineServices(
            soundDevice: "null",
            permissions: DevicePermissions(known: [.motion: .denied])
        )
        #expect(machine.services.authorization(.motion) == .denied)
        let asked = await machine.services.requestAuthorization(
            RSDStandardPermission(permissionType: .motion)
        )
        #expect(asked == .denied)
    }
}

@MainActor
private final class Hand: RSDVibrator {
    var count = 0

    func vibrateDevice() { count += 1 }
}
