// The words of the framework in English: what every other table is a translation of, and what is said
// where there is none.

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
            "This device does not allow it. Whoever manages the device can change that.",
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

        // Answers that are none
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
        .wholeNumberMessage: "Write a whole number.",
        .smallerNumberMessage: "Write a smaller number.",
        .largerNumberMessage: "Write a larger number.",
        .yesOrNoMessage: "Answer yes or no.",
        .dateMessage: "Write it in this form: %1$@.",
        .postalCodeMessage: "Write the whole postal code.",
        .bloodPressureMessage: "Write two numbers with a slash, as 120/80.",
        .otherFormMessage: "The answer does not have the form it must have.",
        .uncheckableMessage:
            "The answer cannot be checked. Tell those who run the study that this "
            + "pattern must be mended: %1$@",
        .dayFormat: "yyyy-MM-dd",
        .timeFormat: "HH:mm",
        .dayAndTimeFormat: "yyyy-MM-dd HH:mm",
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

        // What is said to those who do not see
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
