import Foundation
import Testing

@testable import ViewTree

@Suite("The strings of the framework")
struct BuiltInStringsTests {
    private static let permissions = [
        "camera", "location", "locationWhenInUse", "microphone", "motion", "photoLibrary",
    ]
    private let strings = StringTable.builtIn

    @Test("are in English, German and Arabic")
    func languages() {
        #expect(strings.languages == [.arabic, .german, .english])
        #expect(Language.arabic.isRightToLeft)
    }

    @Test("have the same keys in each language, with the same placeholders")
    func same() throws {
        let keys = strings.keys(in: .english)
        #expect(keys.count > 80)
        for language in strings.languages {
            #expect(strings.keys(in: language) == keys)
            for key in keys {
                let english = try #require(strings.template(key, in: .english))
                let own = try #require(strings.template(key, in: language))
                #expect(Self.places(own) == Self.places(english), "\(key) in \(language)")
                #expect(own.contains { !$0.isWhitespace })
            }
        }
    }

    @Test("number their placeholders, so that translations may change the order")
    func numbered() throws {
        for key in strings.keys(in: .english) {
            let english = try #require(strings.template(key, in: .english))
            #expect(!english.contains("%@"))
            #expect(Self.places(english) == Array(1..<(Self.places(english).count + 1)))
        }
    }

    @Test("have exactly the declared keys")
    func haveKeys() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/ViewTree/Words/StringKey.swift")
        let source = try String(contentsOf: file.standardized, encoding: .utf8)
        let named = source.matches(of: #/static let \w+: StringKey = "([^"]+)"/#)
            .map { StringKey(rawValue: String($0.1)) }
        let byPermission = Self.permissions.flatMap {
            [
                StringKey.permissionTitle($0), .permissionMessage($0), .permissionQuestion($0),
                .permissionReason($0),
            ]
        }
        #expect(Set(named).count == named.count)
        let recordings = ["loudness", "sound"].map(StringKey.recording)
        #expect(Set(named + byPermission + recordings) == strings.keys(in: .english))
    }

    @Test(
        "have the titles of buttons",
        arguments: [
            (StringKey.next, "Next", "Weiter", "التالي"), (.done, "Done", "Fertig", "تم"),
            (.getStarted, "Get Started", "Los geht’s", "البدء"), (.back, "Back", "Zurück", "رجوع"),
            (.cancel, "Cancel", "Abbrechen", "إلغاء"), (.skip, "Skip", "Überspringen", "تخطي"),
            (.learnMore, "Learn More", "Mehr erfahren", "معرفة المزيد"),
            (
                .reviewInstructions, "Review Instructions", "Anleitung noch einmal ansehen",
                "مراجعة التعليمات"
            ),
            (.ok, "OK", "OK", "موافق"), (.close, "Close", "Schließen", "إغلاق"),
            (.yes, "Yes", "Ja", "نعم"), (.no, "No", "Nein", "لا"),
            (.discardResults, "Discard Results", "Ergebnisse verwerfen", "تجاهل النتائج"),
            (.saveResults, "Save Results", "Ergebnisse speichern", "حفظ النتائج"),
            (.allow, "Allow", "Erlauben", "السماح"),
            (.refuse, "Do not allow", "Nicht erlauben", "عدم السماح"),
            (.tryAgain, "Try again", "Noch einmal versuchen", "إعادة المحاولة"),
            (.goOnWithout, "Go on without it", "Ohne das fortfahren", "المتابعة بدونه"),
            (.endTask, "End the task", "Aufgabe beenden", "إنهاء المهمة"),
            (.goOnWithSaved, "Go on", "Fortfahren", "المتابعة"),
            (.beginAnew, "Start again", "Neu beginnen", "البدء من جديد"),
            (.continueTask, "Continue", "Fortfahren", "متابعة"),
        ]
    )
    func buttons(key: StringKey, english: String, german: String, arabic: String) {
        #expect(strings.string(key, in: "en-US") == english)
        #expect(strings.string(key, in: "de-CH") == german)
        #expect(strings.string(key, in: "ar-EG") == arabic)
    }

    @Test("have the sentences for cancelling and for the progress")
    func sentences() {
        #expect(
            strings.string(.cancelTitle, in: .english) == "Are you sure you want to cancel?"
        )
        #expect(strings.string(.stepOf, in: .english, "2", "9") == "step 2 of 9")
        #expect(strings.string(.stepOf, in: .german, "2", "9") == "Schritt 2 von 9")
        #expect(strings.string(.stepOf, in: .arabic, "2", "9") == "الخطوة 2 من 9")
        #expect(strings.string(.invalidAnswerTitle, in: .english) == "Invalid answer")
    }

    @Test("are polite in German, and gender-neutral in Arabic")
    func address() throws {
        for key in strings.keys(in: .english) {
            let german = try #require(strings.template(key, in: .german))
            let words = german.lowercased().split { !$0.isLetter }.map(String.init)
            #expect(
                Set(words).isDisjoint(with: [
                    "du", "dich", "dir", "dein", "deine", "deinem", "deinen", "deiner", "deines",
                    "euch", "euer",
                ]),
                "\(key)"
            )
            // These are masculine imperatives and questions; verbal nouns are neutral.
            let arabic = try #require(strings.template(key, in: .arabic))
            let spoken = Set(arabic.split { !$0.isLetter }.map(String.init))
            #expect(
                spoken.isDisjoint(with: [
                    "ابدأ", "اسمح", "تسمح", "امنح", "حاول", "تريد", "أنت", "اختر", "اكتب", "اكتبه",
                    "أجب",
                    "أبلغ", "التقطها",
                ]),
                "\(key)"
            )
        }
    }

    @Test("express durations in a form that fits every number")
    func numbers() {
        func told(_ seconds: Int, _ language: Language) -> String {
            Speaker(strings: strings, language: language).duration(seconds: seconds)
        }
        // A noun behind a number has one of four forms in Arabic; ahead of it, it has one.
        #expect(told(3661, .arabic) == "ساعات: 1 دقائق: 1 ثوانٍ: 1")
        #expect(told(5, .arabic) == "ثوانٍ: 5")
        #expect(told(3661, .german) == "1 Std. 1 Min. 1 Sek.")
    }

    @Test("have a title and a message for each permission in each language", arguments: permissions)
    func permission(name: String) {
        let titles = strings.languages.map { strings.permissionTitle(name, in: $0) }
        let messages = strings.languages.map { strings.permissionMessage(name, in: $0) }
        #expect(Set(titles + messages).count == 6)
        #expect(strings.permissionTitle(name, in: .english).hasSuffix(" is not allowed"))
        #expect(!messages.contains(strings.string(.permissionMessage, in: .english)))
    }

    @Test("have a general text for an unknown permission")
    func unknownPermission() {
        #expect(strings.permissionTitle("lidar", in: .english) == "lidar is not allowed")
        #expect(strings.permissionTitle("lidar", in: .german) == "Nicht erlaubt: lidar")
        #expect(
            strings.permissionMessage("lidar", in: .english)
                == strings.string(.permissionMessage, in: .english)
        )
        let app = StringTable([.english: [.permissionTitle("lidar"): "No lidar"]])
        #expect(strings.merging(app).permissionTitle("lidar", in: .german) == "No lidar")
    }

    private static func places(_ template: String) -> [Int] {
        StringTemplate.places(in: template).sorted()
    }
}
