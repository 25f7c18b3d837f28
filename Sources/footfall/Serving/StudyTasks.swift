// The task files of a study's folder. A file is decoded again only after its bytes have changed, since the board asks
// every few seconds.

internal import FoundationEssentials
internal import Research
internal import SessionRuns
internal import Synchronization
internal import SystemCalls
internal import WebHost

/// The tasks in a folder.
final class StudyTasks: Sendable {
    private let command: ServeCommand
    private let known = Mutex<[String: Known]>([:])

    /// A file's bytes, and the task that they are. (A hash of `Data` is of its first bytes alone.)
    private struct Known {
        var data: Data
        var task: BoardTask?
    }

    /// A study has a few; a folder of thousands is none.
    private static let most = 200

    init(of command: ServeCommand) { self.command = command }

    /// All of them by their names, and why there is none where there is none.
    func all() -> (tasks: [BoardTask], note: String?) {
        let names: [String]
        do throws(SystemError) {
            names = try FileSystem.list(command.study).filter { $0.hasSuffix(".json") }.sorted()
        } catch {
            return ([], "\(error)")
        }
        let tasks = names.prefix(Self.most).compactMap(task)
        let present = Set(names)
        known.withLock { known in known = known.filter { present.contains($0.key) } }
        let note =
            names.count > Self.most
            ? "the folder has \(names.count) files, of which the first \(Self.most) are shown"
            : tasks.isEmpty ? "the folder has no task files: put some there, as NAME.json" : nil
        return (tasks, note)
    }

    /// The task in a file; `nil` where it is something else.
    private func task(_ name: String) -> BoardTask? {
        let given = command.givenTask(name)
        let (data, factory): (Data, RSDFactory)
        do {
            (data, factory) = (try given.read(), try given.factory())
        } catch {
            return BoardTask(
                name: name,
                title: nil,
                identifier: nil,
                canBegin: false,
                faults: ["\(error)"]
            )
        }
        if let before = known.withLock({ $0[name] }), before.data == data { return before.task }
        let task = Self.read(data, name, factory)
        known.withLock { $0[name] = Known(data: data, task: task) }
        return task
    }

    private static func read(_ data: Data, _ name: String, _ factory: RSDFactory) -> BoardTask? {
        let outline: Outline?
        do {
            outline = try JSONDecoder().decode(Outline.self, from: data)
        } catch {
            // A file that is no JSON is shown with that fault: somebody may be writing it. Other JSON is no task.
            guard case DecodingError.dataCorrupted = error else { return nil }
            outline = nil
        }
        if let outline, !outline.hasSteps { return nil }
        let found = TaskFaults(in: data, by: factory, making: GivenTask.recordable)
        return BoardTask(
            name: name,
            title: outline?.title,
            identifier: found.task?.identifier,
            canBegin: found.task != nil && found.faults.allSatisfy(\.isHarmless),
            faults: found.faults.map(\.line)
        )
    }

    /// The keys that tell a task file from other JSON.
    private struct Outline: Decodable {
        var title: String?
        var hasSteps: Bool

        private enum CodingKeys: CodingKey {
            case title, steps
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            title = try? container.decode(String.self, forKey: .title)
            hasSteps = container.contains(.steps)
        }
    }
}
