// The terminal's own words in German.

internal import ViewTree

extension HostWords {
    static let german: [StringKey: String] = [
        .moreAbove: "▲ %1$@ weitere darüber (Bild auf)",
        .moreBelow: "▼ %1$@ weitere darunter (Bild ab)",
        .moreBoth: "▲ %1$@ darüber, ▼ %2$@ darunter (Bild auf/ab)",
        .keysShort: "F1 Hilfe",
        .keysLong: "Tab weiter   Enter drücken   F1 Hilfe   F2 Marke   Strg-C beenden",
        .helpTitle: "Tasten",
        .help: """
        Tab, ↓: zur nächsten Stelle; Umschalt-Tab, ↑: zur vorigen
        Enter, Leertaste: drücken oder wählen
        1 bis 9: eine Antwort nach ihrer Nummer wählen
        ←, →: ein Rad drehen, einen Regler schieben; oder eintippen
        Der Buchstabe eines Knopfs drückt ihn; beim Tippen mit Alt
        Esc: zurück oder hinaus
        Bild auf, Bild ab: weiterlesen
        F2: eine Marke namens key setzen; Strg-K: mit anderem Namen
        Strg-L: neu zeichnen; Strg-Z: anhalten
        Strg-C: die Aufgabe beenden und behalten, was da ist
        """,
        .anyKey: "Weiter mit einer beliebigen Taste.",
        .markName: "Name der Marke:",
        .marked: "Marke: %1$@",
        .notMarked: "Keine Marke: jetzt zeichnet nichts auf.",
        .markNameInvalid: "Keine Marke: dieser Name ist nicht möglich. Bitte einen anderen wählen.",
        .markTooOld: "Keine Marke: ihr Name wurde mehr als eine Stunde später eingegeben.",
        .noKey: "Diese Taste tut hier nichts. F1 zeigt die Tasten.",
        .moreErrors: "und %1$@ weitere",

        .plainHelp: """
        Eine leere Zeile führt weiter. Eine Nummer wählt eine Antwort.
        b: zurück. q: verlassen. ?: diese Hilfe.
        m: eine Marke namens key; m NAME: eine Marke namens NAME.
        Wo ein Text verlangt wird, mit Schrägstrich: /b, /q, /m, /?
        """,
        .plainHelpSkip: "s: dies überspringen; wo ein Text verlangt wird, /s.",
        .plainOpen: "1: öffnen. Leer: weiter.",
        .plainNumber: "Eine Nummer:",
        .plainNumbers: "Nummern, mit Kommas dazwischen:",
        .plainText: "Ihre Antwort:",
        .plainLines: "Ihre Antwort, in beliebig vielen Zeilen; eine leere Zeile beendet sie:",
        .plainPick: "Eines von %1$@ bis %2$@:",
        .plainBetween: "Eine Zahl:",
        .plainDate: "In der Form %1$@, zum Beispiel %2$@:",
        .plainFile: "Der Pfad der Datei:",
        .plainKeep: "Leer: so lassen.",
        .plainMenu: "%1$@: %2$@",
        .plainEnter: "Enter",
        .plainNoChoice: "Diese Antwort gibt es nicht.",
        .plainNoWord: "Das ist hier nicht bekannt. ? zeigt die Hilfe.",
        .plainNotStored: "Diese Antwort wurde nicht gespeichert.",
        .plainNotYet:
            "Das geht noch nicht: Warten Sie einen Moment, dann versuchen Sie es noch einmal.",
        .plainNeedsAnswer: "Es geht noch nicht weiter: Diese Frage braucht eine Antwort.",
        .plainNeedsSome: "Es geht noch nicht weiter: Eine dieser Fragen braucht eine Antwort.",
        .plainExclusive:
            "Eine dieser Antworten schließt alle anderen aus: Wählen Sie nur sie oder nur die anderen.",
        .plainOneOnly: "Nur eine Antwort kann gewählt werden.",
        .plainNoBack: "Hier führt nichts zurück.",
        .plainNoSkip: "Das kann nicht übersprungen werden.",
        .plainAnswer: "Antwort: %1$@",
    ]
}
