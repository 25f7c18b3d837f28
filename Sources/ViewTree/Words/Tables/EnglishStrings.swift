// The framework's texts in English: the source of all translations, and the fallback for missing ones.

extension StringTable {
    /// The words of the framework in English.
    static let englishStrings: [StringKey: String] = [
        // Buttons
        .next: "Next",
        .done: "Done",
        .getStarted: "Get Started",
        .back: "Back",
        .cancel: "Cancel",
        .skip: "Skip",
        .learnMore: "Learn More",
        .reviewInstructions: "Review Instructions",
        .ok: "OK",
        .close: "Close",
        .yes: "Yes",
        .no: "No",
        .mark: "Mark",

        // Leaving a task
        .cancelTitle: "Are you sure you want to cancel?",
        .discardResults: "Discard Results",
        .saveResults: "Save Results",
        .continueTask: "Continue",

        // Permissions
        .permissionTitle: "%1$@ is not allowed",
        .permissionMessage:
            "This task cannot do without it. Allow it in the settings of this device, then "
            + "try again.",
        .permissionRestricted:
            "This device does not allow it. The person who manages the device can change that.",
        .permissionQuestion: "May this task use “%1$@”?",
        .allow: "Allow",
        .refuse: "Do not allow",
        .recording("loudness"): "The microphone is on. It keeps only how loud it is.",
        .recording("sound"): "The microphone is on. What is said here is recorded.",
        .permissionQuestion("camera"): "May this task use the camera?",
        .permissionReason("camera"): "It takes pictures.",
        .permissionQuestion("location"): "May this task know your location at all times?",
        .permissionReason("location"): "It records where you are, also when it is not on screen.",
        .permissionQuestion("locationWhenInUse"): "May this task know your location?",
        .permissionReason("locationWhenInUse"): "It records where you are while it runs.",
        .permissionQuestion("microphone"): "May this task use the microphone?",
        .permissionReason("microphone"): "It records sound.",
        .permissionQuestion("motion"): "May this task record how you move?",
        .permissionReason("motion"): "It reads the motion sensors while it runs.",
        .permissionQuestion("photoLibrary"): "May this task use your pictures?",
        .permissionReason("photoLibrary"): "It asks for one of them.",
        .permissionTitle("camera"): "Using the camera is not allowed",
        .permissionMessage("camera"):
            "This task takes pictures. Allow the camera in the settings of this device, then "
            + "try again.",
        .permissionTitle("location"): "Using your location is not allowed",
        .permissionMessage("location"):
            "This task needs your location at all times. Allow that in the settings of this "
            + "device, then try again.",
        .permissionTitle("locationWhenInUse"): "Using your location is not allowed",
        .permissionMessage("locationWhenInUse"):
            "This task needs your location while it runs. Allow that in the settings of this "
            + "device, then try again.",
        .permissionTitle("microphone"): "Using the microphone is not allowed",
        .permissionMessage("microphone"):
            "This task records sound. Allow the microphone in the settings of this device, "
            + "then try again.",
        .permissionTitle("motion"): "Using motion sensors is not allowed",
        .permissionMessage("motion"):
            "This task records how you move. Allow the motion sensors in the settings of "
            + "this device, then try again.",
        .permissionTitle("photoLibrary"): "Using your pictures is not allowed",
        .permissionMessage("photoLibrary"):
            "This task asks for one of your pictures. Allow access to them in the settings "
            + "of this device, then try again.",

        // Obstacles to a run
        .tryAgain: "Try again",
        .goOnWithout: "Go on without it",
        .endTask: "End the task",
        .notStartedTitle: "“%1$@” cannot record",
        .failedTitle: "“%1$@” has stopped recording",
        .failedMessage:
            "What it had recorded is kept. If it is tried again, it writes another file.",
        .waitingTitle: "“%1$@” does not answer",
        .waitingForStart:
            "It has had some seconds to start. As soon as it does, the task goes on by itself.",
        .waitingForStop:
            "It has had some seconds to close its file. As soon as it has, the task goes on by itself.",
        .slowKeepingTitle: "Your answers are still being saved",
        .slowKeepingMessage: "The disk has not answered for some seconds. It is waited for.",
        .notKeptTitle: "Your answers cannot be saved",
        .taskFailedTitle: "The task cannot be shown",
        .unspokenTitle: "The voice does not speak. It should have said:",

        // An unfinished run
        .savedRunTitle: "Go on where you left off?",
        .savedRunMessage: "This task was begun on %1$@ and has not come to its end (%2$@).",
        .goOnWithSaved: "Go on",
        .beginAnew: "Start again",

        // Invalid answers
        .invalidAnswerTitle: "Invalid answer",
        .missingAnswerTitle: "An answer is needed",
        .tooLongTitle: "The answer is too long",
        .tooLongMessage: "Characters at most: %1$@.",
        .tooSmallTitle: "The number is too small",
        .tooSmallMessage: "The answer must be at least %1$@.",
        .tooLargeTitle: "The number is too large",
        .tooLargeMessage: "The answer must be at most %1$@.",
        .tooEarlyTitle: "The date is too early",
        .tooEarlyMessage: "The date must be %1$@ or later.",
        .tooLateTitle: "The date is too late",
        .tooLateMessage: "The date must be %1$@ or earlier.",
        .chooseMessage: "Choose one of the answers.",
        .otherTypeMessage: "This is no answer to the question.",
        .numberMessage: "Write a number.",
        .decimalMessage: "Write a number, for example %1$@.",
        .betweenStepsMessage: "Only some numbers are possible here. The nearest are %1$@ and %2$@.",
        .beyondStepsMessage: "Only some numbers are possible here. The nearest is %1$@.",
        .wholeNumberMessage: "Write a whole number.",
        .smallerNumberMessage: "Write a smaller number.",
        .largerNumberMessage: "Write a larger number.",
        .yesOrNoMessage: "Answer yes or no.",
        .dateMessage: "Write it in this form: %1$@.",
        .noSuchDayMessage: "There is no such day.",
        .postalCodeMessage: "Write the whole postal code.",
        .bloodPressureMessage: "Write two numbers with a slash, as 120/80.",
        .otherFormMessage: "The answer does not have the form it must have.",
        .uncheckableMessage:
            "The answer cannot be checked. Tell those who run the study that this "
            + "pattern must be fixed: %1$@",
        .yearLetters: "YYYY",
        .monthLetters: "MM",
        .dayLetters: "DD",
        .hourLetters: "hh",
        .minuteLetters: "mm",
        .secondLetters: "ss",
        .hourUnit: "hr",
        .minuteUnit: "min",
        .secondUnit: "s",
        .heightPrompt: "Height",
        .weightPrompt: "Weight",
        .bloodPressurePrompt: "Blood pressure (mmHg)",
        .durationPrompt: "Duration",
        .pictureTitle: "The picture cannot be used",
        .pictureMissing: "There is no such picture any more. Take it again.",
        .pictureNoFile: "That is no file with a picture. Take another one.",
        .pictureOutside:
            "The picture lies where this task may not take it from. Take another "
            + "one.",
        .pictureUnreachable: "The picture cannot be reached. Take another one.",

        // Progress
        .step: "step %1$@",
        .stepOf: "step %1$@ of %2$@",
        .stepOfAbout: "step %1$@ of about %2$@",

        // Texts for screen readers
        .selected: "selected",
        .notSelected: "not selected",
        .separator: ", ",
        .button: "button",
        .cannotBeUndone: "cannot be undone",
        .touchArea: "touch area",
        .progress: "progress",
        .inProgress: "in progress",
        .timeLeft: "time left",
        .hours: "%1$@ h",
        .minutes: "%1$@ min",
        .seconds: "%1$@ s",
        .notStarted: "not started",
        .paused: "paused",
        .timeIsUp: "time is up",
        .section: "section",
        .row: "row",
        .choice: "choice",
        .required: "required",
        .textField: "text field",
        .secureTextField: "secure text field",
        .hiddenText: "hidden text",
        .picker: "picker",
        .date: "date",
        .time: "time",
        .dateAndTime: "date and time",
        .duration: "duration",
        .height: "height",
        .weight: "weight",
        .number: "number",
        .slider: "slider",
        .notSet: "not set",
        .fromTo: "from %1$@ to %2$@",
        .from: "from %1$@",
        .until: "until %1$@",
        .notInPast: "not in the past",
        .notInFuture: "not in the future",
        .withUnit: "%1$@ %2$@",
        .plot: "live plot",
        .plotOf: "live plot: %1$@",
        .page: "page",
        .film: "film",
        .camera: "camera",
        .pictures: "pictures",
        .alert: "alert",
    ]
}
