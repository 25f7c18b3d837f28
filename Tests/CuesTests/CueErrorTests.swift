import Glibc
import SystemCalls
import Testing

@testable import Cues

@Suite("The message for a cue that failed")
struct CueErrorTests {
    struct Said: Sendable {
        let error: CueError
        let sentence: String

        init(_ kind: CueError.Kind, at place: String, _ rest: String) {
            error = CueError(kind, at: place)
            sentence = "\(place): \(rest)"
        }
    }

    private static let speech: [Said] = [
        Said(
            .unreachable("no socket"),
            at: "speech-dispatcher",
            "cannot be reached: no socket; install it, or start it"
        ),
        Said(.lost, at: "speech-dispatcher", "is gone; start it again"),
        Said(
            .tooManyConnections,
            at: "speech-dispatcher",
            "this program has all the connections to it that it can have; keep one voice, and use that"
        ),
        Said(
            .notRunnable(.notFound),
            at: "espeak-ng",
            "cannot be run: no such file or directory (ENOENT); install the package espeak-ng"
        ),
        Said(
            .notRunnable(.access),
            at: "espeak-ng",
            "cannot be run: permission denied (EACCES); try it in a terminal"
        ),
        Said(
            .programFailed("error: no card"),
            at: "espeak-ng",
            "failed: error: no card; try it in a terminal"
        ),
        Said(
            .badLanguage("en\r\nQUIT"),
            at: "speech",
            #""en\r\nQUIT" is no name of a language; give it as in 'en' or 'de-AT'"#
        ),
    ]

    private static let sound: [Said] = [
        Said(
            .noSoundDevice("No such device"),
            at: "sound device x",
            """
            cannot be opened: No such device; connect a sound card, or name another device \
            (`aplay -L` lists them)
            """
        ),
        Said(
            .soundDeviceBusy,
            at: "sound device x",
            """
            cannot be opened: another program uses it; end the program that plays, or name another \
            device
            """
        ),
        Said(
            .soundDeviceForbidden,
            at: "sound device x",
            """
            cannot be opened: this user has no right to it; add the user to the group audio \
            (`usermod -aG audio NAME`)
            """
        ),
        Said(
            .soundFailed(call: "snd_pcm_writei", "No such device"),
            at: "sound device x",
            """
            snd_pcm_writei failed: No such device; see whether the sound card is still connected
            """
        ),
    ]

    private static let machine: [Said] = [
        Said(
            .noAnswer(within: .seconds(10)),
            at: "systemd-logind",
            "does not answer within 10.0 seconds; start it again"
        ),
        Said(
            .refused("Access denied"),
            at: "systemd-logind",
            """
            does not keep the machine awake: Access denied; run systemd-logind, and log in at the \
            machine itself; or turn its sleep off in its settings
            """
        ),
        Said(
            .doesNotWait("Access denied"),
            at: "systemd-logind",
            """
            does not have the machine wait before it sleeps: Access denied; run systemd-logind, and \
            let this user delay sleep (polkit's action org.freedesktop.login1.inhibit-delay-sleep)
            """
        ),
        Said(
            .noThread(.noMemory),
            at: "tones",
            "there is no thread for it: \(Errno.noMemory); close other programs"
        ),
        Said(
            .noDescriptor(.tooManyOpenFiles),
            at: "sleep watch",
            """
            there is nothing to wake it by: too many open files (EMFILE); close other programs or raise \
            `ulimit -n`
            """
        ),
        Said(
            .noDescriptor(.noMemory),
            at: "sleep watch",
            "there is nothing to wake it by: \(Errno.noMemory); close other programs"
        ),
    ]

    @Test(
        "names the service or device, the fault, and the remedy",
        arguments: speech + sound + machine
    )
    func sentences(said: Said) {
        #expect(said.error.description == said.sentence)
    }

    @Test("has alsa-lib's own text if a library that it needs cannot be loaded")
    func missingLibrary() {
        let reason = "Can not access a needed shared library"
        #expect(SoundDevice.obstacle(-ELIBACC) == .noSoundDevice(reason))
    }
}
