// A change of language while views are on the screen: every controller must update all texts that it has set,
// and must keep those of the task and the app.

import FoundationEssentials
import Research
import Testing
import ViewTree

@testable import ResearchUI

@Suite("Texts after a change of language")
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

    @Test("are updated in a step's buttons, and not in the task's own texts")
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

    @Test("are updated in a button that a subclass has added")
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
                // The button had another action before.
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

    @Test("are updated in a form's choices, whose answers stay")
    func form() throws {
        let rig = try TableRig([#"{"identifier":"q","type":"boolean"}"#])
        rig.controller.appear()
        try rig.tap("q[0]")
        rig.host.words = StepWords(language: .german)
        rig.controller.wordsDidChange()
        #expect(titles(rig.controller).isSuperset(of: ["Ja", "Nein"]))
        #expect(try rig.cell("q[0]").isSelected)
    }

    @Test("are updated in the columns of a picker, whose selection stays")
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

    @Test("are updated in a summary of an answer")
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

    @Test("are updated in a page on top of a step, and in the info of a task being fetched")
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

    @Test("are updated in an alert on top of a step, which still works")
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
        #expect(rig.host.requests == ["cancel, save true"])
    }

    @Test("are updated in the alert about a permission, except the task's own reason")
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

    @Test("are updated in the alert about a refused picture")
    func picture() {
        let step = RSDImagePickerStepObject(identifier: "pic")
        let rig = StepRig([step]) { RSDImagePickerStepViewController(step: $0, parent: $1) }
        rig.controller.appear()
        // The host has no folder for pictures.
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

    @Test("are not updated in an app's own alert and error message")
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

    @Test("are updated in the error of an answer, in its row and in the alert")
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

    @Test("are updated in the errors about a long text and a missing answer")
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
        // The refused text raises no error when the user goes on.
        #expect(try rig.cell("a").error == nil)
        #expect(try rig.cell("b").error == "Eine Antwort ist erforderlich")
        #expect(rig.alert?.title == "Eine Antwort ist erforderlich")
        #expect(rig.alert?.message == "Agree?")
    }

    @Test("are updated in a tapping step, whose count stays")
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
