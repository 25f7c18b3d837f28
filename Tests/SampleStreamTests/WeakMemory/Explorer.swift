// Searches every execution of a model: each order in which the threads' actions can come, and each
// store that a load can read. States that several executions reach are searched once; how many
// executions lead through them is counted. The search goes breadth first, so the counterexample that
// it finds is one of the shortest.

/// What a search found.
struct Exploration<Program: ModelProgram> {
    /// How many states were searched; a state counts again if it is reached after another number of steps.
    var states = 0
    /// How many executions there are, from the beginning to an end.
    var executions = 0.0
    /// How often a load read an older store than the latest.
    var staleLoads = 0
    var sightings: Set<Program.Sighting> = []
    /// Every combination of final programs that occurred.
    var endings: Set<[Program]> = []
    var counterexample: Counterexample?
}

/// An execution that must not occur.
struct Counterexample: CustomStringConvertible {
    var fault: String
    /// Every action from the beginning, in order.
    var trace: [String]

    var description: String {
        (trace.enumerated().map { "\($0.offset + 1). \($0.element)" } + ["→ \(fault)"])
            .joined(separator: "\n")
    }
}

/// A model to be searched: programs and the memory that they share.
struct Explorer<Program: ModelProgram> {
    var programs: [Program]
    var memory: ModelMemory
    var threadNames: [String]
    var locationNames: [String]
    /// If false, each execution is followed separately: slow, but a check of the search itself.
    var mergesStates = true
    /// Returns what is wrong with the final programs, if anything.
    var judge: ([Program]) -> String? = { _ in nil }

    private struct State: Hashable {
        var threads: [ModelThread<Program>]
        var memory: ModelMemory
    }

    /// A state of one layer, how many executions lead to it, and the last step of one of them.
    private struct Node {
        var state: State
        var executions: Double
        var last: Int
    }

    /// The action by which one execution came to a state.
    private struct Step {
        var before: Int
        var thread: Int
        var action: ModelAction
        var answer: Int?
        var latest: Int?
    }

    /// Searches until a counterexample is found, or to the end.
    func explore() -> Exploration<Program> {
        var found = Exploration<Program>()
        var steps: [Step] = []
        var layer = [Node(state: beginning(&found), executions: 1, last: -1)]
        while !layer.isEmpty {
            found.states += layer.count
            var next: [Node] = []
            var places: [State: Int] = [:]
            for node in layer {
                if let fault = end(node, &found) {
                    found.counterexample = explain(fault, node.last, steps)
                    return found
                }
                for thread in node.state.threads.indices {
                    for choice in 0..<choices(of: thread, in: node.state) {
                        var state = node.state
                        let (step, fault) = advance(thread, choice, &state, node.last, &found)
                        steps.append(step)
                        if let fault {
                            found.counterexample = explain(fault, steps.count - 1, steps)
                            return found
                        }
                        if mergesStates, let place = places[state] {
                            next[place].executions += node.executions
                            steps.removeLast()
                        } else {
                            places[state] = next.count
                            let last = steps.count - 1
                            next.append(
                                Node(state: state, executions: node.executions, last: last)
                            )
                        }
                    }
                }
            }
            layer = next
        }
        return found
    }

    private func beginning(_ found: inout Exploration<Program>) -> State {
        var state = State(threads: programs.map { ModelThread($0) }, memory: memory)
        for thread in state.threads.indices {
            found.sightings.formUnion(
                state.threads[thread].proceed(with: nil, latest: memory.latest(of:))
            )
        }
        return state
    }

    /// The number of ways in which a thread can continue; 0 if it has finished or must wait.
    private func choices(of thread: Int, in state: State) -> Int {
        guard let action = state.threads[thread].pending else { return 0 }
        if action == .join {
            for other in state.threads.indices where other != thread {
                if state.threads[other].pending != nil { return 0 }
            }
        }
        return state.memory.choices(of: action, by: thread)
    }

    private func advance(
        _ thread: Int,
        _ choice: Int,
        _ state: inout State,
        _ before: Int,
        _ found: inout Exploration<Program>
    ) -> (Step, fault: String?) {
        guard let action = state.threads[thread].pending else {
            preconditionFailure("a thread that has finished was asked to go on")
        }
        var step = Step(before: before, thread: thread, action: action)
        if case .load(let location, _) = action {
            step.latest = state.memory.latest(of: location)
            if choice > 0 { found.staleLoads += 1 }
        }
        do throws(ModelFault) {
            let answer = try state.memory.perform(action, by: thread, choice: choice)
            step.answer = answer
            let memory = state.memory
            found.sightings.formUnion(
                state.threads[thread].proceed(with: answer, latest: memory.latest(of:))
            )
            return (step, state.threads[thread].program.fault)
        } catch {
            return (step, describe(error))
        }
    }

    /// Counts the executions that end here; returns what is wrong with their end, if anything.
    private func end(_ node: Node, _ found: inout Exploration<Program>) -> String? {
        guard node.state.threads.allSatisfy({ $0.pending == nil }) else { return nil }
        let programs = node.state.threads.map(\.program)
        found.executions += node.executions
        found.endings.insert(programs)
        return judge(programs)
    }
}

// MARK: - A counterexample in words

extension Explorer {
    private func explain(_ fault: String, _ last: Int, _ steps: [Step]) -> Counterexample {
        var trace: [String] = []
        var index = last
        while index >= 0 {
            trace.append(describe(steps[index]))
            index = steps[index].before
        }
        return Counterexample(fault: fault, trace: trace.reversed())
    }

    private func describe(_ step: Step) -> String {
        let name = threadNames[step.thread]
        switch step.action {
        case .load(let location, let ordering):
            let how = ordering == .relaxed ? "relaxed" : "acquiring"
            let value = step.answer.map(String.init) ?? "?"
            let latest = step.latest.map(String.init) ?? "?"
            let age = value == latest ? "" : ", though \(latest) is stored"
            return "\(name) loads \(locationNames[location]), \(how): \(value)\(age)"
        case .store(let location, let value, let ordering):
            let how = ordering == .relaxed ? "relaxed" : "releasing"
            return "\(name) stores \(locationNames[location]), \(how): \(value)"
        case .write(let slot, let value):
            return "\(name) writes \(value) to slot \(slot)"
        case .read(let slot):
            return "\(name) reads slot \(slot)" + (step.answer.map { ": \($0)" } ?? "")
        case .join:
            return "\(name) waits for the others"
        }
    }

    private func describe(_ fault: ModelFault) -> String {
        switch fault {
        case .race(let other, let write):
            "a data race with the \(write ? "write" : "read") of the \(threadNames[other])"
        case .unwritten:
            "the slot was never written"
        }
    }
}
