// Words that are others when views have been made already: whatever was said in them is said again, by
// whichever controller said it.

import FoundationEssentials
import Research
import Testing
import ViewTree

@testable import ResearchUI

@Suite("Words that change while they are on the screen")
@MainActor
struct LateWordsTests {
    private func titles(_ controller: UIViewController) -> Set<String> {
        var titles: Set<String> = []
        controller.screen.forEach { node in
            switch node.content {
            case .button(let button): titles.insert(button.title ?? "")
            case .cell(let cell): titles.insert(cell.title ?? "")
            case .label(let label): titles.insert(label.text)
            case .progress(let progress): titles.insert(progress.text ?? "")
            case .alert(let alert): titles.formUnion([alert.title ?? "", alert.message ?? ""])
            case .group, .image, .countdown, .section, .textField, .picker, .slider, .plot, .media:
                break
            }
        }
        return titles
    }

    @Test("are those of the buttons and the progress of a step, and of no text of the task's own")
    func step() {
        let step = Steps.instruction("b")
        step.title = "Next"
        let rig = StepRig([Steps.instruction("a"), step], at: "b")
        rig.controller.appear()
        #expect(titles(rig.controller).isSuperset(of: ["Next", "Done", "Back"]))
        rig.host.words = StepWords(language: .german)
        rig.controller.wordsDidChange()
        #expect(titles(rig.controller).isSuperset(of: ["Next", "Fertig", "Zurück"]))
        #expect(titles(rig.controller).isDisjoint(with: ["Done", "Back"]))
        #expect(rig.controller.screen.content == .group(GroupContent(.screen).speaking(.german)))
    }

    @Test("are those of a button that a subclass has put elsewhere")
    func ownButton() throws {
        final class Own: RSDStepViewController {
            let skip = UIButton(name: "skipAll")
            override func backgroundColor(for placement: RSDColorPlacement) -> RSDColorTile {
                let isDark = placement == .footer
                return RSDColorTile(isDark ? .black : .white, usesLightStyle: isDark)
            }
            override func setupViews() {
                super.setupViews()
                view.addSubview(skip)
                // It has been for something else before.
                setupButton(skip, for: .cancel, isFooter: false)
                setupButton(skip, for: .skip, isFooter: true)
            }
        }
        let step = Steps.instruction()
        step.actions = [.skip: RSDUIActionObject()]
        let rig = StepRig([step]) { Own(step: $0, parent: $1) }
        rig.controller.appear()
        #expect(rig.controller.skip.title == "Skip")
        let color = rig.controller.skip.tintColor
        rig.host.words = StepWords(language: .german)
        rig.controller.wordsDidChange()
        #expect(rig.controller.skip.title == "Überspringen")
        #expect(rig.controller.skip.tintColor == color)
        #expect(titles(rig.controller).contains("Überspringen"))
    }

    @Test("are those of the choices of a form, whose answers stay")
    func form() throws {
        let rig = try TableRig([#"{"identifier":"q","type":"boolean"}"#])
        rig.controller.appear()
        try rig.tap("q[0]")
        rig.host.words = StepWords(language: .german)
        rig.controller.wordsDidChange()
        #expect(titles(rig.controller).isSuperset(of: ["Ja", "Nein"]))
        #expect(try rig.cell("q[0]").isSelected)
    }

    @Test("are those of columns, which stay where they were turned to")
    func columns() throws {
        let rig = try TableRig([#"{"identifier":"q","type":"boolean","uiHint":"picker"}"#])
        rig.controller.appear()
        try rig.pick("q", 0)
        let before = try rig.picker("q")
        #expect(before.columns == [["Yes", "No"]] && before.text == "Yes")
        rig.host.words = StepWords(language: .german)
        rig.controller.wordsDidChange()
        let after = try rig.picker("q")
        #expect(after.columns == [["Ja", "Nein"]] && after.text == "Ja")
        #expect(after.selected == [0])
    }

    @Test("are those in which an answer of the task is told")
    func summary() {
        let step = RSDResultSummaryStepObject(identifier: "s")
        step.resultIdentifier = "isWell"
        let rig = StepRig([Steps.instruction("a"), step], at: "a") { _, level in
            RSDResultSummaryStepViewController(step: step, parent: level)
        }
        rig.level.taskResult.stepHistory.append(
            RSDAnswerResultObject(
                identifier: "isWell",
                answerType: RSDAnswerResultType(baseType: .codable),
                value: .array([.boolean(true), .decimal(0.5)]),
                startDate: Date(timeIntervalSince1970: 0)
            )
        )
        rig.controller.appear()
        #expect(titles(rig.controller).contains("Yes, 0.5"))
        rig.host.words = StepWords(language: .german)
        rig.controller.wordsDidChange()
        #expect(titles(rig.controller).contains("Ja, 0,5"))
    }

    @Test("are those of a page on top of a step, and of a task that is being fetched")
    func pageAndInfo() {
        let info = FetchedInfo(identifier: "info") { [] }
        let rig = StepRig([Steps.instruction()]) { _, level in
            RSDTaskInfoStepViewController(step: info, parent: level)
        }
        rig.controller.isFetching = true
        rig.controller.appear()
        let page = RSDWebViewController(RSDWebViewUIActionObject(url: "a.html"))
        rig.controller.present(page, animated: false)
        #expect(titles(rig.controller).isSuperset(of: ["Close", "Loading"]))
        rig.host.words = StepWords(language: .german)
        rig.controller.wordsDidChange()
        #expect(titles(rig.controller).isSuperset(of: ["Schließen", "Wird geladen"]))
    }

    @Test("are those of a question on top of a step, which can still be answered")
    func question() throws {
        let rig = StepRig([Steps.instruction("a"), Steps.instruction("b")], at: "b")
        rig.host.canSaveTaskProgress = true
        rig.controller.appear()
        rig.controller.cancel()
        let before = try #require(rig.controller.screen.node("screen/top-0/alert"))
        rig.host.words = StepWords(language: .german)
        rig.controller.wordsDidChange()
        #expect(
            titles(rig.controller).isSuperset(of: [
                "Möchten Sie wirklich abbrechen?", "Ergebnisse verwerfen", "Ergebnisse speichern",
                "Fortfahren",
            ])
        )
        let after = try #require(rig.controller.screen.node("screen/top-0/alert"))
        #expect(after.children.map(\.id) == before.children.map(\.id))
        rig.answer(1)
        #expect(rig.host.wishes == ["cancel, save true"])
    }

    @Test("are those of what is told of a permission that is missing, but not of its own reason")
    func permission() {
        let rig = StepRig([Steps.instruction()])
        rig.controller.appear()
        var permission = RSDStandardPermission(permissionType: .camera)
        for reason in [nil, "Why"] {
            rig.host.words = StepWords()
            permission.reason = reason
            rig.controller.handleAuthorizationFailed(status: .denied, permission: permission)
            rig.host.words = StepWords(language: .german)
            rig.controller.wordsDidChange()
            let german = StringTable.builtIn.permissionMessage("camera", in: .german)
            let title = StringTable.builtIn.permissionTitle("camera", in: .german)
            #expect(titles(rig.controller).isSuperset(of: [title, reason ?? german]))
            rig.answer(0)
        }
    }

    @Test("are those of why a picture is not taken")
    func picture() {
        let step = RSDImagePickerStepObject(identifier: "pic")
        let rig = StepRig([step]) { RSDImagePickerStepViewController(step: $0, parent: $1) }
        rig.controller.appear()
        // Nobody has said where pictures may lie.
        rig.controller.takePicture("hand.jpg")
        let english = [StepWords()(.pictureTitle), StepWords()(.pictureOutside)]
        #expect(titles(rig.controller).isSuperset(of: english))
        let german = StepWords(language: .german)
        rig.host.words = german
        rig.controller.wordsDidChange()
        #expect(
            titles(rig.controller).isSuperset(of: [german(.pictureTitle), german(.pictureOutside)])
        )
        #expect(titles(rig.controller).isDisjoint(with: english))
    }

    @Test("are not those of a question of an app's own, nor of what it tells of an answer")
    func ownQuestion() throws {
        final class Own: RSDTableStepViewController {
            override func showValidationError(
                title: String?,
                message: String?,
                context: RSDInputFieldError.Context?,
                at indexPath: IndexPath
            ) {
                super.showValidationError(
                    title: title,
                    message: "Digits only.",
                    context: context,
                    at: indexPath
                )
            }
        }
        let rig = try TableRig([#"{"identifier":"q","type":"integer"}"#]) {
            Own(step: $0, parent: $1)
        }
        rig.controller.appear()
        try rig.answer("q", "x")
        let own = UIAlertController(title: "Yes", message: "No", preferredStyle: .alert)
        own.addAction(UIAlertAction(title: "Fine", style: .default))
        rig.controller.present(own, animated: false)
        rig.host.words = StepWords(language: .german)
        rig.controller.wordsDidChange()
        #expect(
            titles(rig.controller).isSuperset(of: [
                "Yes", "No", "Fine", "Invalid answer", "Digits only.",
            ])
        )
        #expect(try rig.cell("q").error == "Digits only.")
    }

    @Test("are those of why something is no answer, in its row and on top of the screen")
    func error() throws {
        let cups = #""range":{"maximumValue":9}"#
        let rig = try TableRig([#"{"identifier":"q","type":"integer",\#(cups)}"#])
        rig.controller.appear()
        try rig.answer("q", "10")
        #expect(rig.alert?.message == "The answer must be at most 9.")
        rig.host.words = StepWords(language: .german)
        rig.controller.wordsDidChange()
        let german = "Der Wert darf höchstens 9 betragen."
        #expect(rig.alert?.title == "Die Zahl ist zu groß" && rig.alert?.message == german)
        #expect(try titles(rig.controller).contains(german) && rig.cell("q").error == german)
        rig.close()
        rig.host.words = StepWords(language: .arabic)
        rig.controller.wordsDidChange()
        #expect(try rig.cell("q").error == StepWords(language: .arabic)(.tooLargeMessage, "9"))
        try rig.answer("q", "9")
        rig.host.words = StepWords()
        rig.controller.wordsDidChange()
        #expect(try rig.cell("q").error == nil)
    }

    @Test("are those of a text that is too long, and of an answer that is missing")
    func refused() throws {
        let short = #""textFieldOptions":{"maximumLength":2}"#
        let rig = try TableRig([
            #"{"identifier":"a","type":"string","optional":true,\#(short)}"#,
            #"{"identifier":"b","type":"boolean","uiHint":"checkbox","prompt":"Agree?"}"#,
        ])
        rig.controller.appear()
        func say(in language: Language) {
            rig.host.words = StepWords(language: language)
            rig.controller.wordsDidChange()
        }
        try rig.enter("abc", in: "a")
        #expect(try rig.cell("a").error == "Characters at most: 2.")
        say(in: .german)
        #expect(try rig.cell("a").error == "Maximale Anzahl Zeichen: 2.")
        say(in: .english)
        rig.controller.goForward()
        #expect(rig.alert?.title == "An answer is needed" && rig.alert?.message == "Agree?")
        say(in: .german)
        // What was refused is in nobody's way.
        #expect(try rig.cell("a").error == nil)
        #expect(try rig.cell("b").error == "Eine Antwort ist erforderlich")
        #expect(rig.alert?.title == "Eine Antwort ist erforderlich")
        #expect(rig.alert?.message == "Agree?")
    }

    @Test("are those of a step that counts taps, whose count stays")
    func tapping() {
        let step = RSDTappingStepObject(identifier: "tap")
        step.duration = 4
        let rig = StepRig([step]) { RSDTappingStepViewController(step: $0, parent: $1) }
        rig.controller.appear()
        rig.controller.start()
        rig.controller.tapped(.left)
        #expect(titles(rig.controller).isSuperset(of: ["Left", "Right", "Taps: 1"]))
        rig.host.words = StepWords(language: .german)
        rig.controller.wordsDidChange()
        #expect(titles(rig.controller).isSuperset(of: ["Links", "Rechts", "Berührungen: 1"]))
    }
}
