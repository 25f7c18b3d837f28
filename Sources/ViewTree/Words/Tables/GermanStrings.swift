// The words of the framework in German. Participants are addressed formally, as adults are who do not
// know each other.

extension StringTable {
    /// The words of the framework in German.
    static let germanStrings: [StringKey: String] = [
        // Buttons
        .next: "Weiter",
        .done: "Fertig",
        .getStarted: "Los geht’s",
        .back: "Zurück",
        .cancel: "Abbrechen",
        .skip: "Überspringen",
        .learnMore: "Mehr erfahren",
        .reviewInstructions: "Anleitung noch einmal ansehen",
        .ok: "OK",
        .close: "Schließen",
        .yes: "Ja",
        .no: "Nein",

        // Leaving a task
        .cancelTitle: "Möchten Sie wirklich abbrechen?",
        .discardResults: "Ergebnisse verwerfen",
        .saveResults: "Ergebnisse speichern",
        .continueTask: "Fortfahren",

        // Permissions
        .permissionTitle: "Nicht erlaubt: %1$@",
        .permissionMessage:
            "Ohne diese Erlaubnis geht es nicht weiter. Erteilen Sie sie in den "
            + "Einstellungen dieses Geräts, und versuchen Sie es dann noch einmal.",
        .permissionRestricted:
            "Dieses Gerät lässt das nicht zu. Wer das Gerät verwaltet, kann das ändern.",
        .permissionTitle("camera"): "Kein Zugriff auf die Kamera",
        .permissionMessage("camera"):
            "Diese Aufgabe nimmt Bilder auf. Erlauben Sie den Zugriff auf die Kamera in den "
            + "Einstellungen dieses Geräts, und versuchen Sie es dann noch einmal.",
        .permissionTitle("location"): "Kein Zugriff auf Ihren Standort",
        .permissionMessage("location"):
            "Diese Aufgabe braucht jederzeit Ihren Standort. Erlauben Sie das in den "
            + "Einstellungen dieses Geräts, und versuchen Sie es dann noch einmal.",
        .permissionTitle("locationWhenInUse"): "Kein Zugriff auf Ihren Standort",
        .permissionMessage("locationWhenInUse"):
            "Diese Aufgabe braucht Ihren Standort, solange sie läuft. Erlauben Sie das in "
            + "den Einstellungen dieses Geräts, und versuchen Sie es dann noch einmal.",
        .permissionTitle("microphone"): "Kein Zugriff auf das Mikrofon",
        .permissionMessage("microphone"):
            "Diese Aufgabe nimmt Ton auf. Erlauben Sie den Zugriff auf das Mikrofon in den "
            + "Einstellungen dieses Geräts, und versuchen Sie es dann noch einmal.",
        .permissionTitle("motion"): "Kein Zugriff auf die Bewegungssensoren",
        .permissionMessage("motion"):
            "Diese Aufgabe zeichnet auf, wie Sie sich bewegen. Erlauben Sie den Zugriff auf "
            + "die Bewegungssensoren in den Einstellungen dieses Geräts, und versuchen Sie es "
            + "dann noch einmal.",
        .permissionTitle("photoLibrary"): "Kein Zugriff auf Ihre Bilder",
        .permissionMessage("photoLibrary"):
            "Diese Aufgabe fragt nach einem Ihrer Bilder. Erlauben Sie den Zugriff darauf in "
            + "den Einstellungen dieses Geräts, und versuchen Sie es dann noch einmal.",

        // Answers that are none
        .invalidAnswerTitle: "Ungültige Antwort",
        .missingAnswerTitle: "Eine Antwort ist nötig",
        .tooLongTitle: "Die Antwort ist zu lang",
        .tooLongMessage: "Höchstens erlaubte Zeichen: %1$@.",
        .tooSmallTitle: "Die Zahl ist zu klein",
        .tooSmallMessage: "Die Antwort muss mindestens %1$@ sein.",
        .tooLargeTitle: "Die Zahl ist zu groß",
        .tooLargeMessage: "Die Antwort darf höchstens %1$@ sein.",
        .tooEarlyTitle: "Das Datum ist zu früh",
        .tooEarlyMessage: "Frühestes Datum: %1$@.",
        .tooLateTitle: "Das Datum ist zu spät",
        .tooLateMessage: "Spätestes Datum: %1$@.",
        .chooseMessage: "Wählen Sie eine der Antworten.",
        .otherTypeMessage: "Das ist keine Antwort auf die Frage.",
        .numberMessage: "Geben Sie eine Zahl ein.",
        .yesOrNoMessage: "Antworten Sie mit Ja oder Nein.",
        .dateMessage: "Geben Sie es in dieser Form ein: %1$@.",
        .postalCodeMessage: "Geben Sie die ganze Postleitzahl ein.",
        .bloodPressureMessage: "Geben Sie zwei Zahlen mit einem Schrägstrich ein, etwa 120/80.",
        .otherFormMessage: "Die Antwort hat nicht die nötige Form.",
        .uncheckableMessage:
            "Die Antwort lässt sich nicht prüfen. Sagen Sie der Studienleitung, dass "
            + "dieses Muster berichtigt werden muss: %1$@",
        .dayFormat: "dd.MM.yyyy",
        .timeFormat: "HH:mm",
        .dayAndTimeFormat: "dd.MM.yyyy HH:mm",
        .pictureTitle: "Das Bild lässt sich nicht verwenden",
        .pictureMissing: "Dieses Bild gibt es nicht mehr. Nehmen Sie es noch einmal auf.",
        .pictureNoFile: "Das ist keine Datei mit einem Bild. Nehmen Sie ein anderes.",
        .pictureOutside:
            "Von dort, wo das Bild liegt, darf diese Aufgabe keines nehmen. Nehmen Sie "
            + "ein anderes.",

        // Progress
        .step: "Schritt %1$@",
        .stepOf: "Schritt %1$@ von %2$@",
        .stepOfAbout: "Schritt %1$@ von etwa %2$@",

        // What is said to those who do not see
        .selected: "ausgewählt",
        .notSelected: "nicht ausgewählt",
        .separator: ", ",
        .button: "Taste",
        .cannotBeUndone: "kann nicht rückgängig gemacht werden",
        .touchArea: "Berührungsfläche",
        .progress: "Fortschritt",
        .inProgress: "wird ausgeführt",
        .timeLeft: "verbleibende Zeit",
        .hours: "%1$@ Std.",
        .minutes: "%1$@ Min.",
        .seconds: "%1$@ Sek.",
        .notStarted: "nicht gestartet",
        .paused: "angehalten",
        .timeIsUp: "die Zeit ist um",
        .section: "Abschnitt",
        .row: "Zeile",
        .choice: "Auswahlmöglichkeit",
        .textField: "Textfeld",
        .secureTextField: "geschütztes Textfeld",
        .hiddenText: "verborgener Text",
        .picker: "Auswahl",
        .date: "Datum",
        .time: "Uhrzeit",
        .dateAndTime: "Datum und Uhrzeit",
        .duration: "Dauer",
        .height: "Körpergröße",
        .weight: "Gewicht",
        .number: "Zahl",
        .slider: "Schieberegler",
        .notSet: "nicht eingestellt",
        .fromTo: "von %1$@ bis %2$@",
        .withUnit: "%1$@ %2$@",
        .plot: "Live-Kurve",
        .plotOf: "Live-Kurve: %1$@",
        .page: "Seite",
        .film: "Film",
        .camera: "Kamera",
        .pictures: "Bilder",
        .alert: "Hinweis",
    ]
}
