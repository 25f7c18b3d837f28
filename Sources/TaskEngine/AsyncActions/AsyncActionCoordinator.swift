// Makes all decisions about the async actions of a task: which to add, ask, start and stop, in which order, and where
// each result goes. The coordinator performs nothing, and has no access to clocks, files or controllers, so that tests
// can cover every combination of events with a table of cases.

package import Research

/// Decides about the async actions of a run, and performs nothing itself.
///
/// Pass every event to `receive`, and perform the actions it returns in their order. A *level* is the task, or one of
/// its sections or subtasks. These rules hold for any order of events:
///
/// - An action starts when its start step, at or below its level, is entered by a move forward or a
///   jump. Without a start step, it starts when its level is entered. When a saved run is resumed, the actions
///   start that were in use when it was saved. An action does not start while another action with its
///   identifier is in use.
/// - A recorder stops when its stop step, at or below its level, is left by any kind of move, or when the
///   timer of its stop step ends; when its level is left or ends; and when the step that completes the task
///   is shown or, if that step has a timer, when this timer ends. Any other action stops with its level.
/// - An action is *handled* when it is stopped or cancelled, when it fails, or when its permission is refused.
///   Results are attached to a level in the order of handling, and in the order of adding if actions are
///   handled together. A result that comes early waits for those before it.
public struct AsyncActionCoordinator: Sendable {
    /// The actions in use, in the order in which they were added.
    package private(set) var members: [Member] = []
    /// The position of the step that was shown last.
    package private(set) var position = PathPosition()

    private var runs: [ActionName: Int] = [:]
    /// Actions that were handled and whose results are not attached yet, in the order of handling.
    private var queue: [(key: Key, isOver: Bool)] = []
    private var gates: [Gate] = []
    /// Actions that have failed, and could record again because neither their stop step nor their level is over.
    private var fallen: [Member] = []
    /// New runs of failed actions.
    ///
    /// Their step is on screen already, so they start as soon as they have permission.
    private var begunAgain: Set<Key> = []
    /// Levels that have ended since the last step was shown.
    private var endedLevels: [[String]] = []
    /// Whether the step that is shown completes the task.
    private var isAtLastStep = false
    private var hasBackgroundAudio = false
    private var isEnding = false

    /// A coordinator without actions.
    package init() {}

    /// Processes an event; returns the actions to perform, in order.
    package mutating func receive(_ event: Event) -> [Action] {
        let actions: [Action] =
            switch event {
            case .willShow(let move): willShow(move)
            case .added(let keys, let requested): added(keys, of: requested)
            case .permissionAnswered(let key, let isGranted): answered(key, isGranted)
            case .didShow(let move): didShow(move)
            case .started(let key): started(key)
            case .startFailed(let key): startFailed(key)
            case .failed(let key): failed(key)
            case .again(let key): again(key)
            case .stopped(let key): stopped(key)
            case .stepFinished: stepFinished()
            case .settle: wait(at: .settled)
            case .levelEnds(let path): levelEnds(path)
            case .taskEnds, .earlyExit: end(keeping: true)
            case .cancel(let shouldSave): end(keeping: shouldSave)
            case .adopted(let key, let plan): adopt(key, plan)
            case .askedByHost(let keys): set(keys, from: [.idle], to: .asking)
            case .startedByHost(let keys): set(keys, from: [.idle, .granted, .held], to: .starting)
            case .stoppedByHost(let keys): handle(keys)
            case .cancelAll: giveUp()
            }
        return actions + proceed()
    }

    /// True if all stopping actions have stopped, and their results are attached.
    package var isSettled: Bool { queue.isEmpty }

    /// True if a failed action may record again.
    ///
    /// Neither its stop step nor its level may be over, and no action in use may have its identifier.
    package func mayBeginAgain(_ key: Key) -> Bool {
        fallen.contains { $0.key == key }
            && !members.contains { $0.key.identifier == key.identifier && $0.state != .stopping }
    }

    /// The key for the next run of an action.
    package func nextKey(of action: ActionName) -> Key {
        Key(
            owner: action.owner,
            identifier: action.identifier,
            run: (runs[action] ?? 0) + 1
        )
    }

    // MARK: Showing a step

    private mutating func willShow(_ move: Move) -> [Action] {
        gates.append(.show)
        if isEnding { return [] }
        let leaving = keys { isLeft($0, by: move) }
        // An action that is being stopped does not count: a new run of it may record this visit to the step.
        var inUse = Set(
            members.filter { $0.state != .stopping && !leaving.contains($0.key) }
                .map(\.key.identifier)
        )
        var requests: [Request] = []
        for (index, plans) in move.declared.enumerated() {
            let owner = move.position.path(ofLevel: index)
            for plan in plans where starts(plan, of: owner, by: move) {
                guard inUse.insert(plan.identifier).inserted else { continue }
                let action = ActionName(owner: owner, identifier: plan.identifier)
                let key = nextKey(of: action)
                runs[action] = key.run
                fallen.removeAll { $0.key.action == action }
                members.append(Member(key: key, plan: plan, state: .idle))
                requests.append(Request(key: key, plan: plan))
            }
        }
        return requests.isEmpty ? [] : [.add(requests)]
    }

    private mutating func added(_ keys: [Key], of requested: [Key]) -> [Action] {
        members.removeAll {
            $0.state == .idle && requested.contains($0.key) && !keys.contains($0.key)
        }
        let asked = set(state: .asking, where: { $0.state == .idle && keys.contains($0.key) })
        return asked.isEmpty ? [] : [.ask(asked)]
    }

    private mutating func answered(_ key: Key, _ isGranted: Bool) -> [Action] {
        switch (state(of: key), isGranted) {
        case (.asking, true):
            guard begunAgain.contains(key) else {
                set(state: .granted) { $0.key == key }
                return []
            }
            // The action records again after a failure. Its step is on screen, so it does not wait for `didShow`.
            set(state: .waiting) { $0.key == key }
            return startWhatMay()
        case (.asking, false), (.held, false): return handleEnded(key)
        case (.held, true), (.idle, _), (.granted, _), (.waiting, _), (.starting, _),
            (.running, _), (.stopping, _), (nil, _):
            return []
        }
    }

    private mutating func didShow(_ move: Move) -> [Action] {
        gates.append(.begin)
        if isEnding { return [] }
        var actions = stop(keys { isLeft($0, by: move) }, showsLoading: false)
        fallen = fallen.filter { !isLeft($0, by: move) }
        position = move.position
        isAtLastStep = move.completesTask
        endedLevels = []
        let running = members.filter { $0.state == .starting || $0.state == .running }.map(\.key)
        set(state: .waiting) { $0.state == .granted }
        actions += startWhatMay()
        if !running.isEmpty { actions.append(.moveTo(running)) }
        return actions
    }

    /// Starts all waiting actions, except those whose earlier run is still closing its files.
    private mutating func startWhatMay() -> [Action] {
        let closing = Set(members.filter { $0.state == .stopping }.map(\.key.action))
        let keys = set(state: .starting) {
            $0.state == .waiting && !closing.contains($0.key.action)
        }
        return keys.isEmpty ? [] : [.start(keys)]
    }

    private mutating func started(_ key: Key) -> [Action] {
        guard state(of: key) == .starting else { return [] }
        set(state: .running) { $0.key == key }
        guard !hasBackgroundAudio,
            members.contains(where: { $0.key == key && $0.plan.requiresBackgroundAudio })
        else { return [] }
        hasBackgroundAudio = true
        return [.beginBackgroundAudio]
    }

    private mutating func startFailed(_ key: Key) -> [Action] {
        state(of: key) == .starting ? handleEnded(key) : []
    }

    // MARK: Ending

    private mutating func failed(_ key: Key) -> [Action] {
        switch state(of: key) {
        // The action is being stopped already, and is in the queue.
        case .stopping, nil: []
        case .idle, .asking, .granted, .held, .waiting, .starting, .running: fall(key)
        }
    }

    /// Ends a failed action, and adds it to `fallen` if it was starting or running, so that it can record again.
    private mutating func fall(_ key: Key) -> [Action] {
        fallen += members.filter {
            $0.key == key && ($0.state == .starting || $0.state == .running)
        }
        return handleEnded(key)
    }

    /// Starts another run of a failed action.
    private mutating func again(_ key: Key) -> [Action] {
        guard !isEnding, mayBeginAgain(key),
            let place = fallen.firstIndex(where: { $0.key == key })
        else { return [] }
        let plan = fallen.remove(at: place).plan
        let next = nextKey(of: key.action)
        runs[key.action] = next.run
        members.append(Member(key: next, plan: plan, state: .idle))
        begunAgain.insert(next)
        return [.add([Request(key: next, plan: plan)])]
    }

    private mutating func stopped(_ key: Key) -> [Action] {
        guard state(of: key) == .stopping else { return [] }
        members.removeAll { $0.key == key }
        if let index = queue.firstIndex(where: { $0.key == key }) { queue[index].isOver = true }
        let attached = attachWhatMay()
        return attached + (isEnding ? [] : startWhatMay())
    }

    /// Ends an action that is over without having been stopped.
    private mutating func handleEnded(_ key: Key) -> [Action] {
        members.removeAll { $0.key == key }
        queue.append((key, true))
        return attachWhatMay()
    }

    private mutating func stepFinished() -> [Action] {
        fallen = fallen.filter { !stopsWithStep($0) }
        return stop(keys(where: stopsWithStep), showsLoading: false)
    }

    private mutating func levelEnds(_ path: [String]) -> [Action] {
        endedLevels.append(path)
        fallen.removeAll { $0.key.owner.starts(with: path) }
        gates.append(.level(path))
        return stop(keys { $0.key.owner.starts(with: path) }, showsLoading: true)
    }

    private mutating func end(keeping: Bool) -> [Action] {
        let abandoned = gates
        gates = [.task]
        isEnding = true
        return (keeping ? stop(Set(members.map(\.key)), showsLoading: true) : giveUp())
            + abandoned.map { .proceed($0) }
    }

    /// Stops the given actions that run, and drops those that have not started.
    private mutating func stop(_ meant: Set<Key>, showsLoading: Bool) -> [Action] {
        let dropped = members.filter { meant.contains($0.key) && !$0.state.isUnderWay }.map(\.key)
        members.removeAll { dropped.contains($0.key) }
        let keys = set(state: .stopping) {
            meant.contains($0.key) && ($0.state == .starting || $0.state == .running)
        }
        queue += keys.map { ($0, false) }
        return (dropped.isEmpty ? [] : [.drop(dropped)])
            + (keys.isEmpty ? [] : [.stop(keys, showsLoading: showsLoading)])
    }

    private mutating func giveUp() -> [Action] {
        let dropped = members.filter { !$0.state.isUnderWay }.map(\.key)
        members.removeAll { !$0.state.isUnderWay }
        let keys = members.map(\.key)
        queue += set(state: .stopping, where: { $0.state != .stopping }).map { ($0, false) }
        return (dropped.isEmpty ? [] : [.drop(dropped)]) + (keys.isEmpty ? [] : [.cancel(keys)])
    }

    /// Attaches results in the order of handling, level by level.
    private mutating func attachWhatMay() -> [Action] {
        var blocked: Set<[String]> = []
        var attached: [Key] = []
        queue.removeAll { entry in
            guard entry.isOver, !blocked.contains(entry.key.owner) else {
                blocked.insert(entry.key.owner)
                return false
            }
            attached.append(entry.key)
            return true
        }
        return attached.map { .attach($0) }
    }

    // MARK: What the host does itself

    private mutating func adopt(_ key: Key, _ plan: Plan) -> [Action] {
        guard !isEnding else { return [.drop([key])] }
        runs[key.action] = max(runs[key.action] ?? 0, key.run)
        members.append(Member(key: key, plan: plan, state: .held))
        return []
    }

    private mutating func set(_ keys: [Key], from states: Set<State>, to state: State) -> [Action] {
        set(state: state) { keys.contains($0.key) && states.contains($0.state) }
        return []
    }

    /// Puts the actions that the host stops into the queue of results.
    private mutating func handle(_ keys: [Key]) -> [Action] {
        queue += set(state: .stopping) { keys.contains($0.key) && $0.state != .stopping }
            .map { ($0, false) }
        return []
    }

    // MARK: Waiting

    private mutating func wait(at gate: Gate) -> [Action] {
        gates.append(gate)
        return []
    }

    private mutating func proceed() -> [Action] {
        let open = gates.filter(isOpen)
        gates.removeAll { open.contains($0) }
        return open.map { .proceed($0) }
    }

    private func isOpen(_ gate: Gate) -> Bool {
        switch gate {
        case .show:
            !members.contains { $0.state == .idle || $0.state == .asking }
        case .begin:
            !members.contains { $0.state == .waiting || $0.state == .starting }
        // An action that is being stopped is in the queue until its result is attached.
        case .settled, .task:
            queue.isEmpty
        case .level(let path):
            !queue.contains { $0.key.owner.starts(with: path) }
        }
    }

    // MARK: Members

    private func keys(where isMeant: (Member) -> Bool) -> Set<Key> {
        Set(members.filter(isMeant).map(\.key))
    }

    private func state(of key: Key) -> State? { members.first { $0.key == key }?.state }

    /// Sets the state of some members; returns their keys.
    @discardableResult
    private mutating func set(state: State, where isMeant: (Member) -> Bool) -> [Key] {
        var keys: [Key] = []
        for index in members.indices where isMeant(members[index]) {
            members[index].state = state
            keys.append(members[index].key)
        }
        return keys
    }

    // MARK: Where the run goes

    private func starts(_ plan: Plan, of owner: [String], by move: Move) -> Bool {
        switch move.kind {
        case .back:
            return false
        case .resume(let names):
            return names.contains(ActionName(owner: owner, identifier: plan.identifier))
        case .forward, .jump:
            guard let step = plan.startStep else {
                return isEnded(owner) || !position.hasLevel(owner)
            }
            return move.position.nodes.contains {
                $0.isStep(step, atOrBelow: owner) && isEntered($0, by: move)
            }
        }
    }

    private func isLeft(_ member: Member, by move: Move) -> Bool {
        switch member.state {
        // The action was just added for the step that the move goes to.
        case .idle, .asking, .granted: return false
        case .held, .waiting, .starting, .running, .stopping: break
        }
        let owner = member.key.owner
        if !move.position.hasLevel(owner) { return true }
        guard member.plan.isRecorder, member.state != .held else { return false }
        if move.completesTask && !move.isTimed { return true }
        guard let step = member.plan.stopStep else { return false }
        return position.nodes.contains {
            $0.isStep(step, atOrBelow: owner) && isLeft($0, by: move)
        }
    }

    private func isEntered(_ node: [String], by move: Move) -> Bool {
        !position.nodes.contains(node) || isEnded(node) || isRepeated(node, by: move)
    }

    private func isLeft(_ node: [String], by move: Move) -> Bool {
        !move.position.nodes.contains(node) || isEnded(node) || isRepeated(node, by: move)
    }

    /// True if the move shows the same step again.
    private func isRepeated(_ node: [String], by move: Move) -> Bool {
        position.nodes.last == node && move.position.nodes.last == node
    }

    private func isEnded(_ path: [String]) -> Bool {
        endedLevels.contains { path.starts(with: $0) }
    }

    private func stopsWithStep(_ member: Member) -> Bool {
        guard member.plan.isRecorder else { return false }
        if isAtLastStep { return true }
        guard let step = member.plan.stopStep, let node = position.nodes.last else { return false }
        return node.isStep(step, atOrBelow: member.key.owner)
    }
}

extension AsyncActionCoordinator.State {
    /// True if the action has to be stopped before it can be removed.
    fileprivate var isUnderWay: Bool {
        switch self {
        case .starting, .running, .stopping: true
        case .idle, .asking, .granted, .held, .waiting: false
        }
    }
}
