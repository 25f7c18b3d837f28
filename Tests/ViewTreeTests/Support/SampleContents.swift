// One or more contents of each kind, with their JSON.

@testable import ViewTree

enum SampleContents {
    static let all: [Pinned<ViewContent>] = [
        Pinned(
            .group(GroupContent(.touchArea, title: "Tap here")),
            #"{"kind":"group","role":"touchArea","title":"Tap here"}"#
        ),
        Pinned(.group(GroupContent(.stack)), #"{"kind":"group","role":"stack"}"#),
        Pinned(
            .group(GroupContent(.screen, title: "مرحبا").speaking("ar-EG")),
            #"{"direction":"rightToLeft","kind":"group","language":"ar-EG","role":"screen","#
                + #""title":"مرحبا"}"#
        ),
        Pinned(
            .label(LabelContent("Hello", role: .title)),
            #"{"kind":"label","role":"title","text":"Hello"}"#
        ),
        Pinned(
            .button(ButtonContent(title: "Next", action: "goForward")),
            #"{"action":"goForward","isDestructive":false,"kind":"button","title":"Next"}"#
        ),
        Pinned(
            .button(ButtonContent(title: nil, icon: "closeX", isDestructive: true)),
            #"{"icon":"closeX","isDestructive":true,"kind":"button"}"#
        ),
        Pinned(
            .image(
                ImageContent(
                    ["a", "b"],
                    roundInSeconds: 1.5,
                    rounds: 2,
                    widthInPoints: 20,
                    heightInPoints: 10,
                    caption: "A phone"
                )
            ),
            #"{"caption":"A phone","heightInPoints":10,"kind":"image","names":["a","b"],"#
                + #""roundInSeconds":1.5,"rounds":2,"widthInPoints":20}"#
        ),
        Pinned(
            .progress(ProgressContent(done: 3, total: 8, text: "3/8")),
            #"{"done":3,"isEstimated":false,"kind":"progress","text":"3/8","total":8}"#
        ),
        Pinned(
            .countdown(CountdownContent(secondsLeft: 9, durationInSeconds: 10, state: .running)),
            #"{"durationInSeconds":10,"kind":"countdown","secondsLeft":9,"state":"running"}"#
        ),
        Pinned(
            .section(SectionContent(title: "Food", subtitle: "Today")),
            #"{"kind":"section","subtitle":"Today","title":"Food"}"#
        ),
        Pinned(.section(SectionContent()), #"{"kind":"section"}"#),
        Pinned(
            .section(SectionContent(isRequired: true)),
            #"{"isRequired":true,"kind":"section"}"#
        ),
        Pinned(
            .cell(
                CellContent(
                    title: "Apple",
                    detail: "Red",
                    icon: "apple",
                    choice: .exclusive,
                    isSelected: true,
                    isRequired: false,
                    error: "Not today"
                )
            ),
            #"{"choice":"exclusive","detail":"Red","error":"Not today","icon":"apple","#
                + #""isRequired":false,"isSelected":true,"kind":"cell","title":"Apple"}"#
        ),
        Pinned(
            .textField(
                TextFieldContent(
                    text: "70",
                    placeholder: "Weight",
                    keyboard: .decimal,
                    maximumLength: 5,
                    corrects: false,
                    unit: "kg"
                )
            ),
            #"{"capitalization":"sentences","corrects":false,"hasSeveralLines":false,"#
                + #""isFocused":false,"isSecure":false,"keyboard":"decimal","kind":"textField","#
                + #""maximumLength":5,"placeholder":"Weight","returnKey":"done","text":"70","#
                + #""unit":"kg"}"#
        ),
        Pinned(
            .picker(
                PickerContent(
                    .height,
                    columns: [["1", "2"], ["0", "5"]],
                    selected: [1, nil],
                    separator: ".",
                    text: "2 m",
                    units: ["m", "dm"]
                )
            ),
            #"{"columns":[["1","2"],["0","5"]],"kind":"picker","picker":"height","#
                + #""selected":[1,null],"separator":".","text":"2 m","units":["m","dm"]}"#
        ),
        Pinned(
            .picker(
                PickerContent(
                    .dateAndTime,
                    columns: [],
                    selected: [],
                    dates: DateBounds(
                        format: "d.M.yy HH:mm",
                        minimum: "1.1.26 00:00",
                        maximum: "31.12.26 23:59",
                        minuteInterval: 5,
                        initial: "2.1.26 12:00"
                    )
                )
            ),
            #"{"columns":[],"dates":{"format":"d.M.yy HH:mm","initial":"2.1.26 12:00","#
                + #""maximum":"31.12.26 23:59","minimum":"1.1.26 00:00","minuteInterval":5},"#
                + #""kind":"picker","picker":"dateAndTime","selected":[]}"#
        ),
        Pinned(
            .picker(
                PickerContent(.date, columns: [], selected: [], dates: DateBounds(format: "yyyy"))
            ),
            #"{"columns":[],"dates":{"format":"yyyy"},"kind":"picker","picker":"date","selected":[]}"#
        ),
        Pinned(
            .slider(SliderContent(minimum: 0, maximum: 10, step: 0.5, value: 3.5, unit: "km")),
            #"{"kind":"slider","maximum":10,"minimum":0,"step":0.5,"unit":"km","value":3.5}"#
        ),
        Pinned(
            .plot(PlotContent(stream: "accelerometer", lines: ["x", "y"], unit: "g")),
            #"{"kind":"plot","lines":["x","y"],"stream":"accelerometer","unit":"g","#
                + #""windowInSeconds":10}"#
        ),
        Pinned(
            .media(MediaContent(.film, address: "walk.mp4", title: "How to walk")),
            #"{"address":"walk.mp4","kind":"media","media":"film","title":"How to walk"}"#
        ),
        Pinned(
            .alert(AlertContent(title: "Cancel?", message: "Really?", kind: .actionSheet)),
            #"{"alert":"actionSheet","kind":"alert","message":"Really?","title":"Cancel?"}"#
        ),
    ]
}
