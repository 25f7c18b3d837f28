// A form that asks for every type of answer, in every way in which a question can wish to be shown.

/// What a participant does with a question.
enum FormDeed {
    /// Taps rows, by what stands behind the question's name in theirs.
    case tap([String])
    /// Enters a text and leaves the field.
    case type(String)
    /// Enters lines into a field of several, with the key that begins another one.
    case lines([String])
    /// Picks a date.
    case date(String)
    /// Turns wheels.
    case turn([Int])
    case slide(Double)
    /// Opens the form of the row, and enters texts there.
    case open([(question: String, text: String)])
}

/// The questions, as a task file has them, and what is done with each.
let fortyQuestions: [(field: String, deed: FormDeed)] = [
    (#""identifier":"agree","type":"boolean","uiHint":"checkbox","prompt":"Agree""#, .tap([""])),
    (#""identifier":"smoker","type":"boolean","uiHint":"toggle""#, .tap(["[0]", "[1]"])),
    (#""identifier":"moment","type":"date""#, .date("2026-11-21T10:15:00.250Z")),
    (
        #""identifier":"stamp","type":"timestamp","uiHint":"textfield""#,
        .type("2026-11-21T10:15:00.000+01:00")
    ),
    (
        #""identifier":"birth","type":"dateOnly","range":{"maximumDate":"2020-01-01"}"#,
        .date("1990-05-12")
    ),
    (#""identifier":"wakes","type":"time""#, .date("07:30:00")),
    (#""identifier":"tremor","type":"decimal""#, .type("4.75")),
    (#""identifier":"pain","type":"decimal","uiHint":"slider""#, .type("6.5")),
    (
        #""identifier":"sleep","type":"duration","range":{"unit":"min","durationUnits":["hr","min"]}"#,
        .turn([7, 45])
    ),
    (#""identifier":"share","type":"fraction""#, .type("1 3/4")),
    (#""identifier":"age","type":"integer","range":{"minimumValue":18,"unit":"a"}"#, .type("61")),
    (
        #""identifier":"cups","type":"integer","uiHint":"picker","range":{"minimumValue":0,"#
            + #""maximumValue":12}"#,
        .turn([3])
    ),
    (
        #""identifier":"paces","type":"integer","uiHint":"picker","range":{"minimumValue":0,"#
            + #""maximumValue":20000,"stepInterval":10}"#,
        .slide(8342)
    ),
    (
        #""identifier":"name","type":"string","textFieldOptions":{"maximumLength":20}"#,
        .type("Ada L.")
    ),
    (
        #""identifier":"story","type":"string","uiHint":"multipleLine""#,
        .lines(["First.", "Then."])
    ),
    (#""identifier":"mood","type":"string","uiHint":"popover""#, .type("fair")),
    (#""identifier":"since","type":"year""#, .type("2014")),
    (#""identifier":"any","type":"codable""#, .type("a word")),
    (
        #""identifier":"sex","type":"singleChoice","prompt":"Sex","uiHint":"list","#
            + #""choices":["f","m",{"text":"Neither"}]"#,
        .tap(["[0]", "[2]"])
    ),
    (
        #""identifier":"stage","type":"singleChoice.integer","uiHint":"radioButton","#
            + #""choices":[{"value":1,"text":"One"},{"value":2,"text":"Two"}]"#,
        .tap(["[1]"])
    ),
    (
        #""identifier":"hand","type":"singleChoice","uiHint":"picker","choices":["left","right"]"#,
        .turn([1])
    ),
    (
        #""identifier":"dose","type":"singleChoice.decimal","uiHint":"combobox","#
            + #""choices":[{"value":0.5,"text":"Half"},{"value":1.5,"text":"More"}]"#,
        .tap(["[0]"])
    ),
    (
        #""identifier":"aches","type":"multipleChoice","choices":["arm","leg","#
            + #"{"value":"none","text":"None","isExclusive":true}]"#,
        .tap(["[2]", "[1]", "[0]"])
    ),
    (
        #""identifier":"days","type":"multipleChoice.integer","uiHint":"checkbox","#
            + #""choices":[{"value":1,"text":"Mo"},{"value":2,"text":"Tu"},{"value":3,"text":"We"}]"#,
        .tap(["[2]", "[0]", "[1]", "[1]"])
    ),
    (
        #""identifier":"meal","type":"multipleComponent","choices":[["rice","corn"],["egg","bean"]]"#,
        .turn([1, 0])
    ),
    (
        #""identifier":"code","type":"multipleComponent","uiHint":"textfield","separator":"-","#
            + #""choices":[["a","b"],["c","d"]]"#,
        .turn([0, 1])
    ),
    (#""identifier":"tall","type":"height""#, .turn([143])),
    (#""identifier":"tallChild","type":"height.child","uiHint":"textfield""#, .type("1.2 m")),
    (#""identifier":"tallBaby","type":"height.infant""#, .turn([30])),
    (#""identifier":"heavy","type":"weight""#, .turn([67])),
    (#""identifier":"heavyChild","type":"weight.child","uiHint":"textfield""#, .type("23.5")),
    (#""identifier":"heavyBaby","type":"weight.infant""#, .turn([3, 9])),
    (#""identifier":"pressure","type":"bloodPressure""#, .turn([70, 60])),
    (
        #""identifier":"pressureChild","type":"bloodPressure.child","uiHint":"textfield""#,
        .type("100/60")
    ),
    (#""identifier":"pressureBaby","type":"bloodPressure.infant""#, .turn([20, 20])),
    (#""identifier":"postal","type":"postalCode""#, .type("K1A 0B6")),
    (
        #""identifier":"drug","type":"detail","uiHint":"disclosureArrow","inputFields":["#
            + #"{"identifier":"drugName","type":"string"},"#
            + #"{"identifier":"drugDose","type":"integer"}]"#,
        .open([("drugName", "Levodopa"), ("drugDose", "100")])
    ),
    (
        #""identifier":"doctor","type":"detail.string","uiHint":"link","inputFields":["#
            + #"{"identifier":"doctorName","type":"string"}]"#,
        .open([("doctorName", "Dr. No")])
    ),
    (#""identifier":"visits","type":"detail.integer","uiHint":"section""#, .type("4")),
    (#""identifier":"gait","type":"gait.left","uiHint":"button""#, .type("stiff")),
]
