import Testing
import ViewTree

@Suite("The language of a program's environment")
struct EnvironmentLanguageTests {
    @Test(
        "is that of the locale's name",
        arguments: [
            ("de_DE.UTF-8@euro", "de-DE"), ("de_DE.UTF-8", "de-DE"), ("de_DE@euro", "de-DE"),
            ("de", "de"), ("pt_BR.ISO-8859-1", "pt-BR"), ("ar_EG.utf8", "ar-EG"),
            ("sr_RS@latin", "sr-Latn-RS"), ("sr_RS.UTF-8@latin", "sr-Latn-RS"),
            ("uz_UZ@cyrillic", "uz-Cyrl-UZ"), ("ca_ES@valencia", "ca-ES"), ("en-GB", "en-GB"),
            ("C", "en"), ("POSIX", "en"), ("C.UTF-8", "en"), ("C.utf8", "en"), ("POSIX@x", "en"),
            ("", "en"), (".UTF-8", "en"), ("@euro", "en"), ("_", "en"), ("%&/", "en"),
            ("/usr/share/locale", "en"), ("@", "en"), ("@latin", "en"), (".", "en"),
        ]
    )
    func locale(name: String, tag: String) {
        #expect(Language(environment: ["LANG": name]).tag == tag)
    }

    @Test(
        "is that of LC_ALL, else LC_MESSAGES, else LANG; empty ones are ignored",
        arguments: [
            (["LC_ALL": "de_DE", "LC_MESSAGES": "fr_FR", "LANG": "it_IT"], "de-DE"),
            (["LC_MESSAGES": "fr_FR", "LANG": "it_IT"], "fr-FR"),
            (["LC_ALL": "", "LC_MESSAGES": "", "LANG": "it_IT"], "it-IT"),
            (["LC_CTYPE": "fr_FR", "LC_TIME": "fr_FR"], "en"),
            ([:], "en"),
        ]
    )
    func order(environment: [String: String], tag: String) {
        #expect(Language(environment: environment).tag == tag)
    }

    @Test(
        "is the first valid one of LANGUAGE, unless the locale is C or POSIX",
        arguments: [
            (["LANGUAGE": "fr_CA:fr:en", "LANG": "de_DE.UTF-8"], "fr-CA"),
            (["LANGUAGE": ":?:fr", "LANG": "de_DE.UTF-8"], "fr"),
            (["LANGUAGE": "", "LANG": "de_DE.UTF-8"], "de-DE"),
            (["LANGUAGE": "?", "LANG": "de_DE.UTF-8"], "de-DE"),
            (["LANGUAGE": "fr", "LC_ALL": "C"], "en"),
            (["LANGUAGE": "fr", "LC_ALL": "C.UTF-8", "LANG": "de_DE"], "en"),
            (["LANGUAGE": "C:fr", "LANG": "de_DE"], "en"),
            (["LANGUAGE": "fr"], "fr"),
        ]
    )
    func requests(environment: [String: String], tag: String) {
        #expect(Language(environment: environment).tag == tag)
    }
}
