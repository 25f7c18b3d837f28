// The services of a machine whose parts belong to the test: a speech server with its dummy voice, a sound card that is
// a file, and a bus with a stand-in for logind.

import CueParts
import Cues
import Research
import ResearchUI
import SystemCalls
import Testing

@testable import HostServices

/// A machine whose parts belong to the test.
@MainActor
final class MachineRig {
    let machine: MachineServices
    let card: KeptSound
    private let notes = Notes()

    /// Without a speech server the machine speaks with `espeak`; without a bus nothing keeps it awake.
    init(
        server: DispatcherServer? = nil,
        espeak: [String] = ["/no/such/espeak"],
        language: String? = nil,
        soundDevice: String = KeptSound.device,
        bus: PrivateBus? = nil,
        sleepPatience: Duration = .seconds(3600),
        vibrator: (any RSDVibrator)? = nil
    ) throws {
        let folder = try ScratchFolder()
        card = KeptSound(in: folder)
        let parts = MachineParts(
            speech: SpeechMeans(
                socket: server?.socket ?? "\(folder.path)/nobody",
                espeak: EspeakProgram(command: espeak),
                patience: .seconds(20)
            ),
            soundConfiguration: card.lastingConfiguration,
            busAddress: bus?.address ?? "unix:path=\(folder.path)/no-bus",
            sleepPatience: sleepPatience
        )
        machine = MachineServices(
            by: parts,
            language: language,
            soundDevice: soundDevice,
            vibrator: vibrator,
            told: { [notes] in notes.told.append($0) }
        )
    }

    var services: StepServices { machine.services }

    /// What the machine has reported that it cannot do.
    var told: [String] { notes.told }

    /// Speaks texts; returns which of them were spoken, in the order of their completions.
    func speak(_ texts: String...) async throws -> [SpokenAnswer] {
        let answers = Answers()
        for text in texts {
            services.speak(text) { answers.all.append(SpokenAnswer(text: $0, isSpoken: $1)) }
        }
        _ = try await eventually { answers.all.count >= texts.count }
        return answers.all
    }

    /// Plays one more sound, and waits until the ends of it and of all sounds before it have been reported.
    func playLast() async throws {
        let ends = Told<Bool>()
        let last = try #require(ToneSequence(named: RSDSound.alarm.name))
        machine.tones.play(last) { ends.tell($0 == .finished) }
        #expect(try await ends.first(1).count == 1)
        // The player's reports reach the main actor in order: all are there when this task has run.
        await Task { @MainActor in }.value
    }

    /// The samples that were played, once no process has the sound card open.
    func heard(atLeast count: Int) async throws -> [Int16] {
        _ = try await card.samples(atLeast: count)
        #expect(try await eventually { FileHolder.find(card.path).isEmpty })
        return card.samples
    }

    /// The samples of the sounds with these names.
    static func samples(_ names: String...) -> [Int16] {
        names.flatMap { ToneSequence(named: $0)?.samples(at: 48_000) ?? [] }
    }

    @MainActor
    private final class Notes {
        var told: [String] = []
    }

    @MainActor
    private final class Answers {
        var all: [SpokenAnswer] = []
    }
}

/// Whether a text was spoken, as its completion reported.
struct SpokenAnswer: Equatable {
    var text: String
    var isSpoken: Bool
}
