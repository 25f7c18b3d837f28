// Shows a task as a dialogue: prints each step once, asks each question in turn, and asks again after an invalid
// answer. It is a value without side effects and without a clock.

internal import ViewTree

/// A dialogue with a participant who reads line by line.
struct PlainDialogue: Sendable {
    /// What the host must do.
    enum Deed: Sendable, Equatable {
        case say(String)
        case tell(ViewEvent)
        /// Takes in what the run shows now, before the next deed.
        case look
        /// Makes a mark; without a name, it is named `key`.
        case mark(String?)
        /// Ends the task and keeps what was recorded.
        case leave
    }

    /// What was printed and asked on a screen.
    private struct Memory {
        var said: [ViewID: String] = [:]
        var passed: [PlainQuestion] = []
        var asked: PlainQuestion?
        var menu = ""
    }

    /// An answer that the run has yet to accept or refuse.
    private struct Judged {
        var question: PlainQuestion
        /// Gives a field its earlier text back; empty for other questions.
        var undoing: [ViewEvent]
        /// Whether an alert has followed: the question is asked again.
        var hasAlert = false
        /// Why the run has refused it.
        var refusal: String?
    }

    private(set) var scene = Scene()
    private var memories: [ViewID: Memory] = [:]
    private var memory = Memory()
    private var timer = TimerSpeech()
    private var judged: Judged?
    /// The texts of the last alert; if the screen below it repeats them as errors, they are not printed again.
    private var toldOnTop: [String] = []
    /// The lines so far of an answer of several lines.
    private var lines: [String]?
    private var hasEnded = false
    /// Whether a step was shown yet: before the first, while recorders start, there may be alerts.
    private var hasShownStep = false
    private var queue: [String] = []
    /// Whether lines that arrive before their question are kept for it, as when the input is a file.
    private let keepsLines: Bool

    init(keepsLines: Bool) { self.keepsLines = keepsLines }

    private var words: HostWords { HostWords(language: scene.language) }

    /// Whether a line would answer something now.
    private var isAwaiting: Bool {
        if scene.alert == nil, scene.isLeaving || scene.isBlank && !hasShownStep { return false }
        if scene.alert != nil || memory.asked != .menu { return memory.asked != nil }
        return scene.button("goForward") != nil || scene.questions.count > 0
            || !scene.buttons.contains { $0.button?.action == "cancel" }
    }

    // MARK: The screen

    /// Handles the current screen: prints what is new, and asks the next question.
    mutating func take(_ tree: ViewNode) -> [Deed] {
        let old = scene
        scene = Scene(tree)
        if scene.alert == nil, !scene.isBlank { hasShownStep = true }
        if scene.place != old.place { turn(from: old) }
        if let judged, let error = scene.error(of: judged.question) {
            self.judged?.refusal = error.text
        }
        var deeds: [Deed] = []
        if let alert = scene.alert, memory.said[scene.place] == nil {
            let text = [alert.title, alert.message].present.joined(separator: "\n")
            memory.said[scene.place] = text
            toldOnTop = [alert.title, alert.message].present
            deeds += say(text)
            // An alert with a single button is printed and closed.
            if scene.buttons.count == 1 {
                judged?.hasAlert = true
                return deeds + [.tell(.tapped(scene.buttons[0].id))] + undoRefused()
            }
        }
        deeds += sayTimer()
        // While the run judges an answer, nothing is asked.
        return judged == nil ? deeds + goOn() : deeds
    }

    /// Gives the field of a refused answer its earlier text back.
    ///
    /// An invalid text that stays in a field would be refused again with each later answer.
    private mutating func undoRefused() -> [Deed] {
        guard let judged, judged.refusal != nil else { return [] }
        self.judged?.undoing = []
        return judged.undoing.map { .tell($0) }
    }

    private mutating func turn(from old: Scene) {
        lines = nil
        memories[old.place] = memory
        let (isOnTop, wasOnTop) = (scene.isOnTop, old.isOnTop)
        if !isOnTop, memories[scene.place] == nil || !wasOnTop { memories = [:] }
        memory = memories.removeValue(forKey: scene.place) ?? Memory()
        if isOnTop, scene.alert != nil { memory = Memory() }
        memory.asked = nil
        memory.menu = ""
        if !isOnTop, !wasOnTop { timer = TimerSpeech() }
    }

    private mutating func sayTimer() -> [Deed] {
        for item in scene.status {
            if case .countdown(let countdown) = item.kind,
                let said = timer.words(for: countdown, item.accessibility)
            {
                return say(said)
            }
        }
        return []
    }

    /// Accepts or refuses the last answer, by the errors on the current screen; called when all updates have been
    /// delivered.
    mutating func settle() -> [Deed] {
        guard let answer = judged, scene.alert == nil else { return [] }
        judged = nil
        memory.asked = nil
        guard let refusal = answer.refusal else {
            if !answer.hasAlert { memory.passed.append(answer.question) }
            return goOn()
        }
        // The columns of a picker make one answer: all of them are asked again.
        memory.passed.removeAll { $0.id == answer.question.id }
        var deeds = toldOnTop.contains(refusal) ? [] : say(refusal)
        deeds += say(words(.plainNotStored))
        // The error is printed once, also if it stays on the screen.
        toldOnTop = [refusal]
        deeds += goOn()
        toldOnTop = []
        return deeds
    }

    // MARK: Saying and asking

    private func say(_ text: String) -> [Deed] {
        text.safeLines.map { .say($0.withoutDirections) }
    }

    /// Prints new texts, and asks the next question.
    private mutating func goOn() -> [Deed] {
        let open = scene.alert == nil ? scene.questions.first { !memory.passed.contains($0) } : nil
        let next = open ?? .menu
        var deeds = scene.alert == nil ? sayTexts(before: open) : []
        if memory.asked != next {
            memory.asked = next
            lines = nil
            if next != .menu {
                // After these questions, the menu is printed again.
                memory.menu = ""
                deeds += sayError(of: next)
                for line in PlainAsking(scene: scene, words: words).lines(of: next) {
                    deeds += say(line)
                }
            }
        }
        if next == .menu {
            let menu = PlainMenu(scene, words).line
            if menu != memory.menu { deeds += say(menu) }
            memory.menu = menu
        }
        if hasEnded, queue.isEmpty, isAwaiting { deeds.append(.leave) }
        return deeds
    }

    /// Prints the error of an answer, unless an alert has just shown it.
    private mutating func sayError(of question: PlainQuestion) -> [Deed] {
        guard let error = scene.error(of: question) else { return [] }
        memory.said[error.id.appending("error")] = error.text
        defer { toldOnTop = [] }
        return toldOnTop.contains(error.text) ? [] : say(error.text)
    }

    private mutating func sayTexts(before question: PlainQuestion?) -> [Deed] {
        var deeds: [Deed] = []
        let isTimed = scene.isTimed
        for item in scene.status + scene.body {
            if let question, item.targets.first?.id == question.id { break }
            guard let text = item.said(in: words), !text.isEmpty else { continue }
            // An element's error is remembered apart from its own text.
            let key = item.isError ? item.id.appending("error") : item.id
            guard memory.said[key] != text else { continue }
            memory.said[key] = isTimed && item.isValue ? nil : text
            // A timed screen's measured values keep changing: they are printed once the screen is no longer timed.
            if isTimed, item.isValue { continue }
            deeds += say(text)
        }
        return deeds
    }

    // MARK: Lines

    /// Handles a line.
    mutating func take(line: String) -> [Deed] {
        if !isAwaiting || !queue.isEmpty, keepsLines {
            queue.append(line)
            return []
        }
        return answer(line)
    }

    /// Handles the next line that came before its question; returns `nil` if no question waits for it yet.
    mutating func takeQueued() -> [Deed]? {
        guard isAwaiting, judged == nil, !queue.isEmpty else { return nil }
        let deeds = answer(queue.removeFirst())
        // The last line may tell the run nothing, as an unknown word does; no other screen would end the task then.
        let isLast = hasEnded && queue.isEmpty && isAwaiting && judged == nil
        let leadsOn = deeds.contains { if case .tell = $0 { true } else { $0 == .leave } }
        return isLast && !leadsOn ? deeds + [.leave] : deeds
    }

    /// Notes that the input has ended; leaves the task once an answer would be needed.
    mutating func takeEnd() -> [Deed] {
        hasEnded = true
        let rest = takeRest()
        return rest + (isAwaiting && queue.isEmpty && rest.isEmpty ? [.leave] : [])
    }

    /// Sends an answer of several lines whose end mark is missing.
    mutating func takeRest() -> [Deed] {
        guard let collected = lines else { return [] }
        lines = nil
        return give(collected.joined(separator: "\n"))
    }

    /// Prints whether a mark was made, or why not.
    func say(mark name: String, _ outcome: MarkOutcome) -> [Deed] {
        say(outcome.text(about: name, in: words))
    }

    private mutating func answer(_ line: String) -> [Deed] {
        if let command = PlainCommand(line, isTextAsked: isTextAsked) { return obey(command) }
        if var collected = lines {
            guard line.isEmpty else {
                collected.append(line)
                lines = collected
                return []
            }
            lines = nil
            return give(collected.joined(separator: "\n"))
        }
        if case .field(let id)? = memory.asked, !line.isEmpty,
            case .field(let field)? = scene.bodyItem(id)?.kind, field.hasSeveralLines
        {
            lines = [line]
            return []
        }
        return give(line)
    }

    private var isTextAsked: Bool {
        guard case .field(let id)? = memory.asked,
            case .field(let field)? = scene.bodyItem(id)?.kind
        else {
            if case .file? = memory.asked { return true }
            return false
        }
        return [.text, .email, .address, .ascii, .phone].contains(field.keyboard)
    }

    private mutating func give(_ line: String) -> [Deed] {
        guard let question = memory.asked else { return [] }
        if question == .menu { return press(named: line) }
        switch PlainAnswer(line, to: question, in: scene, words) {
        case .keep:
            memory.passed.append(question)
            memory.asked = nil
            return goOn()
        case .refused(let why):
            memory.asked = nil
            return say(words(why)) + goOn()
        case .events(let events, let saying):
            judged = Judged(question: question, undoing: undoing(of: question))
            if case .row = question {
                // The row opens a screen that asks its own questions; the row itself has no answer to judge.
                judged = nil
                memory.passed.append(question)
            }
            return events.flatMap { told($0, to: question) } + (saying.map { say($0) } ?? [])
        }
    }

    /// Sends an event of an answer.
    ///
    /// A text that is too long is refused when it is entered, and the reason is gone when the field is left.
    private func told(_ event: ViewEvent, to question: PlainQuestion) -> [Deed] {
        if case .field = question, case .entered = event { return [.tell(event), .look] }
        return [.tell(event)]
    }

    /// The events that give a field its present text back; empty for other questions.
    private func undoing(of question: PlainQuestion) -> [ViewEvent] {
        guard case .field(let id) = question, case .field(let field)? = scene.bodyItem(id)?.kind
        else { return [] }
        return [.entered(id, field.text), .ended(id)]
    }

    private mutating func press(named line: String) -> [Deed] {
        let text = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let digits = Numeral(text).flatMap { Int(exactly: $0.value) }.map { "\($0)" }
        let menu = PlainMenu(scene, words)
        guard let item = menu.item(digits ?? text) else {
            guard !text.isEmpty else { return [] }
            return say(words(.plainNoWord)) + (menu.entries.isEmpty ? [] : say(menu.line))
        }
        return press(item)
    }

    private mutating func press(_ item: Scene.Item) -> [Deed] {
        guard item.isEnabled else {
            var why = StringKey.plainNotYet
            if item.button?.action == "goForward", !scene.questions.isEmpty { why = askMissing() }
            return say(words(why)) + goOn()
        }
        if item.kind == .touchArea { return item.touches.map { .tell($0) } }
        // Plain style has no focus: ends editing in every field.
        let ended = scene.body.compactMap { item -> Deed? in
            guard case .field(let field) = item.kind, field.isFocused else { return nil }
            return .tell(.ended(item.id))
        }
        return ended + [.tell(.tapped(item.id))]
    }

    /// Asks again from the first question without a required answer; returns the message about it.
    ///
    /// If the task misses something in a form of its own, all questions are asked again.
    private mutating func askMissing() -> StringKey {
        let questions = scene.questions
        let answered = questions.prefix { !scene.lacksAnswer(to: $0) }
        let isFound = answered.count < questions.count
        memory.passed = isFound ? Array(answered) : []
        memory.asked = nil
        for question in questions where !memory.passed.contains(question) { forget(question) }
        return isFound ? .plainNeedsAnswer : .plainNeedsSome
    }

    /// Forgets that the text of a question was printed: it is printed again if the question is asked again.
    private mutating func forget(_ question: PlainQuestion) {
        guard let text = scene.bodyItem(question.id)?.question else { return }
        for item in scene.body where item.question == text { memory.said[item.id] = nil }
    }

    /// The present question, if it can be left as it is.
    private var passable: PlainQuestion? {
        guard let asked = memory.asked, asked != .menu else { return nil }
        return scene.lacksAnswer(to: asked) ? nil : asked
    }

    private mutating func obey(_ command: PlainCommand) -> [Deed] {
        switch command {
        case .help:
            let asked = memory.asked.map { PlainAsking(scene: scene, words: words).lines(of: $0) }
            let canSkip = passable != nil || scene.button("skip") != nil
            let help = say(words(.plainHelp)) + (canSkip ? say(words(.plainHelpSkip)) : [])
            return help + (asked ?? []).flatMap { say($0) }
        case .mark(let name): return [.mark(name)]
        case .back:
            lines = nil
            if scene.alert != nil {
                return scene.escapeButton.map { press($0) } ?? say(words(.plainNoBack))
            }
            if let last = memory.passed.popLast() {
                forget(last)
                memory.asked = nil
                return goOn()
            }
            return scene.escapeBack.map { press($0) } ?? say(words(.plainNoBack))
        case .skip:
            lines = nil
            if let passable {
                memory.passed.append(passable)
                memory.asked = nil
                return goOn()
            }
            return scene.button("skip").map { press($0) } ?? say(words(.plainNoSkip))
        case .quit:
            if scene.alert == nil, let cancel = scene.button("cancel"), cancel.isEnabled {
                return press(cancel)
            }
            return [.leave]
        }
    }
}

extension Scene.Item {
    fileprivate var isError: Bool { if case .error = kind { true } else { false } }

    /// Whether it shows a measured value.
    fileprivate var isValue: Bool { if case .text(_, .value) = kind { true } else { false } }
}

extension Scene {
    /// The button that leads back.
    fileprivate var escapeBack: Item? { button("goBackward") }
}
