// The task files of a study's folder. The operator's page asks for them every few seconds, so a file without faults is
// decoded again only after its bytes have changed.

internal import FoundationEssentials
internal import PlainWords
internal import Research
internal import SessionRuns
internal import Synchronization
internal import SystemCalls
internal import WebHost

/// The tasks in a folder.
final class StudyTasks: Sendable {
    private let command: ServeCommand
    private let known = Mutex<[String: Known]>([:])

    /// A file's bytes and its task.
    ///
    /// The bytes themselves are compared, because a hash of `Data` covers only the first bytes. A file that the task
    /// names, such as a picture, may be deleted later; that is not noticed.
    private struct Known {
        var data: Data
        var task: BoardTask?
    }

    /// How many files are read at most; a study has a few.
    private static let most = 200

    init(of command: ServeCommand) { self.command = command }

    /// Returns the tasks, sorted by name, and a note if there are none or too many, or the folder cannot be read.
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

    /// Says which files cannot be offered as tasks and why, a line each, and whether there are none at all.
    func warnings() -> [String] {
        let (tasks, note) = all()
        let lines = tasks.filter { !$0.canBegin }.map { task in
            let path = "\(command.study)/\(task.name)"
            let fault = task.faults.first ?? "it is no task"
            let more = task.faults.count > 1 ? " (and \(task.faults.count - 1) more)" : ""
            // The fault of a file that cannot be read names the file already.
            let what = fault.hasPrefix("\(path): ") ? fault : "\(path): \(fault)"
            return what.printable
                + "\(more); the task cannot begin; footfall validate reports all faults"
        }
        return lines + (note.map { ["\(command.study): \($0)".printable] } ?? [])
    }

    /// Returns the task in a file; `nil` if the file is something else.
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
        // A fault may be in another file, such as a missing picture, which the user adds while the bytes stay the same.
        let isFaulty = task.map { !$0.faults.isEmpty } ?? false
        known.withLock { $0[name] = isFaulty ? nil : Known(data: data, task: task) }
        return task
    }

    private static func read(_ data: Data, _ name: String, _ factory: RSDFactory) -> BoardTask? {
        let outline: Outline?
        do {
            outline = try JSONDecoder().decode(Outline.self, from: data)
        } catch {
            // Invalid JSON is shown as a fault, since a user may be writing the file. Other JSON is not a task.
            guard case DecodingError.dataCorrupted = error else { return nil }
            outline = nil
        }
        if let outline, !outline.hasSteps { return nil }
        let found = TaskFaults(in: data, by: factory, making: GivenTask.recordable)
        let grave = found.faults.filter { !$0.isHarmless }
        // The faults that prevent the task come first.
        let faults = grave + found.faults.filter(\.isHarmless)
        return BoardTask(
            name: name,
            title: outline?.title,
            identifier: found.task?.identifier,
            canBegin: found.task != nil && grave.isEmpty,
            faults: faults.map(\.line)
        )
    }

    /// The keys that distinguish a task file from other JSON.
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
