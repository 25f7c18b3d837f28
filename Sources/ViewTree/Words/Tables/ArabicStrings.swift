// The framework's texts in Arabic. An editor may show the lines from right to left; each is a key, a colon and a text,
// as in the other tables.

extension StringTable {
    /// The words of the framework in Arabic.
    static let arabicStrings: [StringKey: String] = [
        // Buttons
        .next: "التالي",
        .done: "تم",
        .getStarted: "البدء",
        .back: "رجوع",
        .cancel: "إلغاء",
        .skip: "تخطي",
        .learnMore: "معرفة المزيد",
        .reviewInstructions: "مراجعة التعليمات",
        .ok: "موافق",
        .close: "إغلاق",
        .yes: "نعم",
        .no: "لا",
        .mark: "وضع علامة",

        // Leaving a task
        .cancelTitle: "تأكيد إلغاء المهمة؟",
        .discardResults: "تجاهل النتائج",
        .saveResults: "حفظ النتائج",
        .continueTask: "متابعة",

        // Permissions
        .permissionTitle: "غير مسموح به: %1$@",
        .permissionMessage:
            "لا يمكن متابعة هذه المهمة من دون هذا الإذن. يُرجى منح الإذن من إعدادات هذا الجهاز "
            + "ثم المحاولة مرة أخرى.",
        .permissionRestricted: "لا يسمح هذا الجهاز بذلك. يمكن للجهة التي تدير الجهاز تغيير ذلك.",
        .permissionQuestion: "السماح لهذه المهمة باستخدام «%1$@»؟",
        .allow: "السماح",
        .refuse: "عدم السماح",
        .recording("loudness"): "الميكروفون يعمل. لا يُحفظ سوى مستوى الصوت.",
        .recording("sound"): "الميكروفون يعمل. يُسجَّل كل ما يُقال هنا.",
        .permissionQuestion("camera"): "السماح لهذه المهمة باستخدام الكاميرا؟",
        .permissionReason("camera"): "تلتقط هذه المهمة صورًا.",
        .permissionQuestion("location"): "السماح لهذه المهمة بمعرفة الموقع دائمًا؟",
        .permissionReason("location"):
            "تسجل هذه المهمة المكان حتى عندما لا تكون معروضة على الشاشة.",
        .permissionQuestion("locationWhenInUse"): "السماح لهذه المهمة بمعرفة الموقع؟",
        .permissionReason("locationWhenInUse"): "تسجل هذه المهمة المكان أثناء تشغيلها.",
        .permissionQuestion("microphone"): "السماح لهذه المهمة باستخدام الميكروفون؟",
        .permissionReason("microphone"): "تسجل هذه المهمة الصوت.",
        .permissionQuestion("motion"): "السماح لهذه المهمة بتسجيل الحركة؟",
        .permissionReason("motion"): "تقرأ هذه المهمة مستشعرات الحركة أثناء تشغيلها.",
        .permissionQuestion("photoLibrary"): "السماح لهذه المهمة باستخدام الصور؟",
        .permissionReason("photoLibrary"): "تطلب هذه المهمة صورة واحدة منها.",
        .permissionTitle("camera"): "الوصول إلى الكاميرا غير مسموح به",
        .permissionMessage("camera"):
            "تتضمن هذه المهمة التقاط صور. يُرجى السماح باستخدام الكاميرا من إعدادات هذا الجهاز "
            + "ثم المحاولة مرة أخرى.",
        .permissionTitle("location"): "الوصول إلى موقعك غير مسموح به",
        .permissionMessage("location"):
            "تحتاج هذه المهمة إلى معرفة موقعك في جميع الأوقات. يُرجى السماح بذلك من إعدادات هذا "
            + "الجهاز ثم المحاولة مرة أخرى.",
        .permissionTitle("locationWhenInUse"): "الوصول إلى موقعك غير مسموح به",
        .permissionMessage("locationWhenInUse"):
            "تحتاج هذه المهمة إلى معرفة موقعك أثناء تنفيذها. يُرجى السماح بذلك من إعدادات هذا "
            + "الجهاز ثم المحاولة مرة أخرى.",
        .permissionTitle("microphone"): "الوصول إلى الميكروفون غير مسموح به",
        .permissionMessage("microphone"):
            "تتضمن هذه المهمة تسجيل الصوت. يُرجى السماح باستخدام الميكروفون من إعدادات هذا "
            + "الجهاز ثم المحاولة مرة أخرى.",
        .permissionTitle("motion"): "الوصول إلى مستشعرات الحركة غير مسموح به",
        .permissionMessage("motion"):
            "تتضمن هذه المهمة تسجيل حركتك. يُرجى السماح باستخدام مستشعرات الحركة من إعدادات هذا "
            + "الجهاز ثم المحاولة مرة أخرى.",
        .permissionTitle("photoLibrary"): "الوصول إلى صورك غير مسموح به",
        .permissionMessage("photoLibrary"):
            "تطلب هذه المهمة صورة واحدة منها. يُرجى السماح بالوصول إلى الصور من إعدادات هذا الجهاز "
            + "ثم المحاولة مرة أخرى.",

        // Obstacles to a run
        .tryAgain: "إعادة المحاولة",
        .goOnWithout: "المتابعة بدونه",
        .endTask: "إنهاء المهمة",
        .notStartedTitle: "لا يستطيع «%1$@» التسجيل",
        .failedTitle: "توقف «%1$@» عن التسجيل",
        .failedMessage: "ما سجله حتى الآن محفوظ. وإذا أعيدت المحاولة فسيكتب ملفًا آخر.",
        .waitingTitle: "«%1$@» لا يستجيب",
        .waitingForStart: "كانت لديه بضع ثوانٍ ليبدأ. وبمجرد أن يبدأ تستمر المهمة من تلقاء نفسها.",
        .waitingForStop:
            "كانت لديه بضع ثوانٍ ليغلق ملفه. وبمجرد أن يغلقه تستمر المهمة من تلقاء نفسها.",
        .slowKeepingTitle: "لا تزال إجاباتك قيد الحفظ",
        .slowKeepingMessage: "لم يستجب القرص منذ ثوانٍ. ننتظر استجابته.",
        .notKeptTitle: "لا يمكن حفظ الإجابات",
        .taskFailedTitle: "لا يمكن عرض المهمة",
        .unspokenTitle: "الصوت لا يتكلم. كان ينبغي أن يقول:",

        // An unfinished run
        .savedRunTitle: "المتابعة من حيث توقفت المهمة؟",
        .savedRunMessage: "بدأت هذه المهمة في %1$@ ولم تنتهِ بعد (%2$@).",
        .goOnWithSaved: "المتابعة",
        .beginAnew: "البدء من جديد",

        // Invalid answers
        .invalidAnswerTitle: "إجابة غير صالحة",
        .missingAnswerTitle: "الإجابة مطلوبة",
        .tooLongTitle: "الإجابة طويلة جدًا",
        .tooLongMessage: "الحد الأقصى لعدد الأحرف: %1$@.",
        .tooSmallTitle: "الرقم صغير جدًا",
        .tooSmallMessage: "يجب ألا تقل الإجابة عن %1$@.",
        .tooLargeTitle: "الرقم كبير جدًا",
        .tooLargeMessage: "يجب ألا تزيد الإجابة على %1$@.",
        .tooEarlyTitle: "التاريخ مبكر جدًا",
        .tooEarlyMessage: "يجب أن يكون التاريخ %1$@ أو بعده.",
        .tooLateTitle: "التاريخ متأخر جدًا",
        .tooLateMessage: "يجب أن يكون التاريخ %1$@ أو قبله.",
        .chooseMessage: "يُرجى اختيار إحدى الإجابات.",
        .otherTypeMessage: "هذه ليست إجابة عن السؤال.",
        .numberMessage: "يُرجى كتابة رقم.",
        .decimalMessage: "يُرجى كتابة رقم، مثل %1$@.",
        .betweenStepsMessage: "لا يمكن هنا إلا أرقام معينة. أقربها %1$@ و %2$@.",
        .beyondStepsMessage: "لا يمكن هنا إلا أرقام معينة. أقربها %1$@.",
        .wholeNumberMessage: "يُرجى كتابة عدد صحيح.",
        .smallerNumberMessage: "يُرجى كتابة رقم أصغر.",
        .largerNumberMessage: "يُرجى كتابة رقم أكبر.",
        .yesOrNoMessage: "يُرجى الإجابة بنعم أو لا.",
        .dateMessage: "يُرجى كتابته بهذه الصيغة: %1$@.",
        .noSuchDayMessage: "لا يوجد يوم كهذا.",
        .postalCodeMessage: "يُرجى كتابة الرمز البريدي كاملًا.",
        .bloodPressureMessage: "يُرجى كتابة رقمين بينهما شرطة مائلة، مثل 120/80.",
        .otherFormMessage: "الإجابة ليست بالصيغة المطلوبة.",
        .uncheckableMessage:
            "لا يمكن التحقق من الإجابة. يُرجى إبلاغ القائمين على الدراسة بأن هذا النمط يحتاج "
            + "إلى تصحيح: %1$@",
        .yearLetters: "سنة",
        .monthLetters: "شهر",
        .dayLetters: "يوم",
        .hourLetters: "ساعة",
        .minuteLetters: "دقيقة",
        .secondLetters: "ثانية",
        .hourUnit: "ساعة",
        .minuteUnit: "دقيقة",
        .secondUnit: "ثانية",
        .heightPrompt: "الطول",
        .weightPrompt: "الوزن",
        .bloodPressurePrompt: "ضغط الدم (mmHg)",
        .durationPrompt: "المدة",
        .pictureTitle: "لا يمكن استخدام الصورة",
        .pictureMissing: "لم تعد هذه الصورة موجودة. يُرجى التقاطها مرة أخرى.",
        .pictureNoFile: "هذا ليس ملف صورة. يُرجى اختيار صورة أخرى.",
        .pictureOutside: "الصورة في مكان لا يُسمح لهذه المهمة بأخذها منه. يُرجى اختيار صورة أخرى.",
        .pictureUnreachable: "تعذر الوصول إلى الصورة. يُرجى اختيار صورة أخرى.",

        // Progress
        .step: "الخطوة %1$@",
        .stepOf: "الخطوة %1$@ من %2$@",
        .stepOfAbout: "الخطوة %1$@ من نحو %2$@",

        // Texts for screen readers
        .selected: "محدد",
        .notSelected: "غير محدد",
        .separator: "، ",
        .button: "زر",
        .cannotBeUndone: "لا يمكن التراجع عن هذا الإجراء",
        .touchArea: "منطقة اللمس",
        .progress: "التقدم",
        .inProgress: "قيد التنفيذ",
        .timeLeft: "الوقت المتبقي",
        .hours: "ساعات: %1$@",
        .minutes: "دقائق: %1$@",
        .seconds: "ثوانٍ: %1$@",
        .notStarted: "لم يبدأ بعد",
        .paused: "متوقف مؤقتًا",
        .timeIsUp: "انتهى الوقت",
        .section: "قسم",
        .row: "صف",
        .choice: "خيار",
        .required: "مطلوب",
        .textField: "حقل نص",
        .secureTextField: "حقل نص آمن",
        .hiddenText: "نص مخفي",
        .picker: "أداة اختيار",
        .date: "التاريخ",
        .time: "الوقت",
        .dateAndTime: "التاريخ والوقت",
        .duration: "المدة",
        .height: "الطول",
        .weight: "الوزن",
        .number: "الرقم",
        .slider: "شريط منزلق",
        .notSet: "لم تُحدد قيمة",
        .fromTo: "من %1$@ إلى %2$@",
        .from: "ابتداءً من %1$@",
        .until: "حتى %1$@",
        .notInPast: "ليس في الماضي",
        .notInFuture: "ليس في المستقبل",
        .withUnit: "%1$@ %2$@",
        .plot: "رسم بياني مباشر",
        .plotOf: "رسم بياني مباشر: %1$@",
        .page: "صفحة",
        .film: "مقطع فيديو",
        .camera: "الكاميرا",
        .pictures: "الصور",
        .alert: "تنبيه",
    ]
}
