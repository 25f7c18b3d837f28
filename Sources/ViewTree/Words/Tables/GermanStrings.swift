// The framework's texts in German. They address participants formally.

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
        .mark: "Markieren",

        // Leaving a task
        .cancelTitle: "Möchten Sie wirklich abbrechen?",
        .discardResults: "Ergebnisse verwerfen",
        .saveResults: "Ergebnisse speichern",
        .continueTask: "Fortfahren",

        // Permissions
        .permissionTitle: "Nicht erlaubt: %1$@",
        .permissionMessage:
            "Ohne diese Berechtigung kann die Aufgabe nicht fortgesetzt werden. Erteilen Sie sie "
            + "in den Einstellungen dieses Geräts und versuchen Sie es dann erneut.",
        .permissionRestricted:
            "Dieses Gerät lässt das nicht zu. Wer das Gerät verwaltet, kann das ändern.",
        .permissionQuestion: "Darf diese Aufgabe „%1$@“ verwenden?",
        .allow: "Erlauben",
        .refuse: "Nicht erlauben",
        .recording("loudness"): "Das Mikrofon ist an. Gespeichert wird nur, wie laut es ist.",
        .recording("sound"): "Das Mikrofon ist an. Was hier gesagt wird, wird aufgezeichnet.",
        .permissionQuestion("camera"): "Darf diese Aufgabe die Kamera verwenden?",
        .permissionReason("camera"): "Sie macht Bilder.",
        .permissionQuestion("location"): "Darf diese Aufgabe immer wissen, wo Sie sind?",
        .permissionReason("location"):
            "Sie zeichnet auf, wo Sie sind, auch wenn sie nicht zu sehen ist.",
        .permissionQuestion("locationWhenInUse"): "Darf diese Aufgabe wissen, wo Sie sind?",
        .permissionReason("locationWhenInUse"): "Sie zeichnet auf, wo Sie sind, solange sie läuft.",
        .permissionQuestion("microphone"): "Darf diese Aufgabe das Mikrofon verwenden?",
        .permissionReason("microphone"): "Sie nimmt Ton auf.",
        .permissionQuestion("motion"): "Darf diese Aufgabe aufzeichnen, wie Sie sich bewegen?",
        .permissionReason("motion"): "Sie liest die Bewegungssensoren, solange sie läuft.",
        .permissionQuestion("photoLibrary"): "Darf diese Aufgabe Ihre Bilder verwenden?",
        .permissionReason("photoLibrary"): "Sie fragt nach einem davon.",
        .permissionTitle("camera"): "Kein Zugriff auf die Kamera",
        .permissionMessage("camera"):
            "Bei dieser Aufgabe werden Bilder aufgenommen. Erlauben Sie den Zugriff auf die "
            + "Kamera in den Einstellungen dieses Geräts und versuchen Sie es dann erneut.",
        .permissionTitle("location"): "Kein Zugriff auf Ihren Standort",
        .permissionMessage("location"):
            "Diese Aufgabe benötigt jederzeit Ihren Standort. Erlauben Sie den Zugriff darauf in "
            + "den Einstellungen dieses Geräts und versuchen Sie es dann erneut.",
        .permissionTitle("locationWhenInUse"): "Kein Zugriff auf Ihren Standort",
        .permissionMessage("locationWhenInUse"):
            "Diese Aufgabe benötigt Ihren Standort, solange sie läuft. Erlauben Sie den Zugriff "
            + "darauf in den Einstellungen dieses Geräts und versuchen Sie es dann erneut.",
        .permissionTitle("microphone"): "Kein Zugriff auf das Mikrofon",
        .permissionMessage("microphone"):
            "Bei dieser Aufgabe wird Ton aufgenommen. Erlauben Sie den Zugriff auf das Mikrofon "
            + "in den Einstellungen dieses Geräts und versuchen Sie es dann erneut.",
        .permissionTitle("motion"): "Kein Zugriff auf die Bewegungssensoren",
        .permissionMessage("motion"):
            "Bei dieser Aufgabe wird aufgezeichnet, wie Sie sich bewegen. Erlauben Sie den "
            + "Zugriff auf die Bewegungssensoren in den Einstellungen dieses Geräts und "
            + "versuchen Sie es dann erneut.",
        .permissionTitle("photoLibrary"): "Kein Zugriff auf Ihre Bilder",
        .permissionMessage("photoLibrary"):
            "Bei dieser Aufgabe wählen Sie eines Ihrer Bilder aus. Erlauben Sie den Zugriff "
            + "darauf in den Einstellungen dieses Geräts und versuchen Sie es dann erneut.",

        // Obstacles to a run
        .tryAgain: "Noch einmal versuchen",
        .goOnWithout: "Ohne das fortfahren",
        .endTask: "Aufgabe beenden",
        .notStartedTitle: "„%1$@“ kann nicht aufzeichnen",
        .failedTitle: "„%1$@“ zeichnet nicht mehr auf",
        .failedMessage:
            "Was es bis dahin aufgezeichnet hat, bleibt erhalten. Ein neuer Versuch schreibt eine andere Datei.",
        .waitingTitle: "„%1$@“ antwortet nicht",
        .waitingForStart:
            "Es hatte einige Sekunden, um zu beginnen. Sobald es beginnt, geht die Aufgabe von selbst weiter.",
        .waitingForStop:
            "Es hatte einige Sekunden, um seine Datei zu schließen. Sobald es das getan hat, geht die Aufgabe "
            + "von selbst weiter.",
        .slowKeepingTitle: "Ihre Antworten werden noch gesichert",
        .slowKeepingMessage:
            "Der Datenträger antwortet seit einigen Sekunden nicht. Auf ihn wird gewartet.",
        .notKeptTitle: "Ihre Antworten können nicht gesichert werden",
        .taskFailedTitle: "Die Aufgabe kann nicht gezeigt werden",
        .unspokenTitle: "Die Stimme spricht nicht. Sie hätte gesagt:",

        // An unfinished run
        .savedRunTitle: "Dort fortfahren, wo Sie aufgehört haben?",
        .savedRunMessage: "Diese Aufgabe wurde am %1$@ begonnen und nicht beendet (%2$@).",
        .goOnWithSaved: "Fortfahren",
        .beginAnew: "Neu beginnen",

        // Invalid answers
        .invalidAnswerTitle: "Ungültige Antwort",
        .missingAnswerTitle: "Eine Antwort ist erforderlich",
        .tooLongTitle: "Die Antwort ist zu lang",
        .tooLongMessage: "Maximale Anzahl Zeichen: %1$@.",
        .tooSmallTitle: "Die Zahl ist zu klein",
        .tooSmallMessage: "Der Wert muss mindestens %1$@ betragen.",
        .tooLargeTitle: "Die Zahl ist zu groß",
        .tooLargeMessage: "Der Wert darf höchstens %1$@ betragen.",
        .tooEarlyTitle: "Das Datum ist zu früh",
        .tooEarlyMessage: "Frühestes Datum: %1$@.",
        .tooLateTitle: "Das Datum ist zu spät",
        .tooLateMessage: "Spätestes Datum: %1$@.",
        .chooseMessage: "Wählen Sie eine der Antworten.",
        .otherTypeMessage: "Das ist keine Antwort auf die Frage.",
        .numberMessage: "Geben Sie eine Zahl ein.",
        .decimalMessage: "Geben Sie eine Zahl ein, zum Beispiel %1$@.",
        .betweenStepsMessage:
            "Hier sind nur bestimmte Zahlen möglich. Die nächsten sind %1$@ und %2$@.",
        .beyondStepsMessage: "Hier sind nur bestimmte Zahlen möglich. Die nächste ist %1$@.",
        .wholeNumberMessage: "Geben Sie eine ganze Zahl ein.",
        .smallerNumberMessage: "Geben Sie eine kleinere Zahl ein.",
        .largerNumberMessage: "Geben Sie eine größere Zahl ein.",
        .yesOrNoMessage: "Antworten Sie mit Ja oder Nein.",
        .dateMessage: "Geben Sie es in dieser Form ein: %1$@.",
        .noSuchDayMessage: "Diesen Tag gibt es nicht.",
        .postalCodeMessage: "Geben Sie die ganze Postleitzahl ein.",
        .bloodPressureMessage: "Geben Sie zwei Zahlen mit einem Schrägstrich ein, etwa 120/80.",
        .otherFormMessage: "Die Antwort hat nicht die nötige Form.",
        .uncheckableMessage:
            "Die Antwort lässt sich nicht prüfen. Sagen Sie der Studienleitung, dass "
            + "dieses Muster berichtigt werden muss: %1$@",
        .yearLetters: "JJJJ",
        .monthLetters: "MM",
        .dayLetters: "TT",
        .hourLetters: "hh",
        .minuteLetters: "mm",
        .secondLetters: "ss",
        .hourUnit: "Std.",
        .minuteUnit: "Min.",
        .secondUnit: "Sek.",
        .heightPrompt: "Körpergröße",
        .weightPrompt: "Gewicht",
        .bloodPressurePrompt: "Blutdruck (mmHg)",
        .durationPrompt: "Dauer",
        .pictureTitle: "Das Bild lässt sich nicht verwenden",
        .pictureMissing: "Dieses Bild gibt es nicht mehr. Nehmen Sie es noch einmal auf.",
        .pictureNoFile: "Das ist keine Datei mit einem Bild. Nehmen Sie ein anderes.",
        .pictureOutside:
            "Von dort, wo das Bild liegt, darf diese Aufgabe keines nehmen. Nehmen Sie "
            + "ein anderes.",
        .pictureUnreachable: "Das Bild ist nicht zu erreichen. Nehmen Sie ein anderes.",

        // Progress
        .step: "Schritt %1$@",
        .stepOf: "Schritt %1$@ von %2$@",
        .stepOfAbout: "Schritt %1$@ von etwa %2$@",

        // Texts for screen readers
        .selected: "ausgewählt",
        .notSelected: "nicht ausgewählt",
        .separator: ", ",
        .button: "Schaltfläche",
        .cannotBeUndone: "kann nicht rückgängig gemacht werden",
        .touchArea: "Berührungsfläche",
        .progress: "Fortschritt",
        .inProgress: "wird ausgeführt",
        .timeLeft: "verbleibende Zeit",
        .hours: "%1$@ Std.",
        .minutes: "%1$@ Min.",
        .seconds: "%1$@ Sek.",
        .notStarted: "noch nicht gestartet",
        .paused: "pausiert",
        .timeIsUp: "die Zeit ist abgelaufen",
        .section: "Abschnitt",
        .row: "Zeile",
        .choice: "Auswahlmöglichkeit",
        .required: "erforderlich",
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
        .from: "ab %1$@",
        .until: "bis %1$@",
        .notInPast: "nicht in der Vergangenheit",
        .notInFuture: "nicht in der Zukunft",
        .withUnit: "%1$@ %2$@",
        .plot: "Live-Diagramm",
        .plotOf: "Live-Diagramm: %1$@",
        .page: "Seite",
        .film: "Video",
        .camera: "Kamera",
        .pictures: "Bilder",
        .alert: "Hinweis",
    ]
}
