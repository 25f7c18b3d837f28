// The terminal's own words in Arabic.

internal import ViewTree

extension HostWords {
    static let arabic: [StringKey: String] = [
        .moreAbove: "▲ %1$@ أسطر أخرى فوق (PgUp)",
        .moreBelow: "▼ %1$@ أسطر أخرى تحت (PgDn)",
        .moreBoth: "▲ %1$@ فوق، ▼ %2$@ تحت (PgUp, PgDn)",
        .keysShort: "F1 مساعدة",
        .keysLong: "Tab التالي   Enter ضغط   F1 مساعدة   F2 علامة   Ctrl-C خروج",
        .helpTitle: "المفاتيح",
        .help: """
        Tab أو ↓: إلى الموضع التالي؛ Shift-Tab أو ↑: إلى السابق
        Enter أو المسافة: اضغط أو اختر
        من 1 إلى 9: اختر إجابة برقمها
        ← و→: أدر العجلة أو حرّك المؤشر؛ أو اكتب ما تريد
        حرف الزر يضغطه؛ وأثناء الكتابة استعمل Alt مع الحرف
        Esc: رجوع أو خروج
        PgUp وPgDn: متابعة القراءة
        F2: وضع علامة باسم key؛ Ctrl-K: وضع علامة باسم آخر
        Ctrl-L: إعادة الرسم؛ Ctrl-Z: توقف مؤقت
        Ctrl-C: إنهاء المهمة مع حفظ ما تم
        """,
        .anyKey: "اضغط أي مفتاح للمتابعة.",
        .markName: "اسم العلامة:",
        .marked: "علامة: %1$@",
        .notMarked: "لا علامة: لا شيء يسجل الآن.",
        .markNameInvalid: "لا علامة: لا يمكن استخدام هذا الاسم. اختر اسمًا آخر.",
        .markTooOld: "لا علامة: أُدخل اسمها بعد أكثر من ساعة.",
        .noKey: "لا عمل لهذا المفتاح هنا. F1 يعرض المفاتيح.",
        .moreErrors: "و%1$@ أخرى",

        .plainHelp: """
        السطر الفارغ يتابع. الرقم يختار إجابة.
        b: رجوع. q: خروج. ?: هذه المساعدة.
        m: علامة باسم key؛ m مع اسم: علامة بهذا الاسم.
        حين يُطلب نص اكتبها مع شرطة مائلة: /b, /q, /m, /?
        """,
        .plainHelpSkip: "s: تخطي هذا؛ حين يُطلب نص: /s.",
        .plainOpen: "1: فتح. فارغ: متابعة.",
        .plainNumber: "رقم:",
        .plainNumbers: "أرقام تفصل بينها فواصل:",
        .plainText: "إجابتك:",
        .plainLines: "إجابتك في أي عدد من الأسطر؛ السطر الفارغ ينهيها:",
        .plainPick: "واحد من %1$@ إلى %2$@:",
        .plainBetween: "عدد:",
        .plainDate: "بالشكل %1$@، مثل %2$@:",
        .plainFile: "مسار الملف:",
        .plainKeep: "فارغ: اتركه كما هو.",
        .plainMenu: "%1$@: %2$@",
        .plainEnter: "Enter",
        .plainNoChoice: "لا توجد إجابة كهذه.",
        .plainNoWord: "هذا غير معروف هنا. ? للمساعدة.",
        .plainNotStored: "لم تُحفظ هذه الإجابة.",
        .plainNotYet: "لا يمكن ذلك بعد: انتظر قليلاً ثم حاول مرة أخرى.",
        .plainNeedsAnswer: "لا يمكن المتابعة بعد: هذا السؤال يحتاج إلى إجابة.",
        .plainNeedsSome: "لا يمكن المتابعة بعد: أحد هذه الأسئلة يحتاج إلى إجابة.",
        .plainExclusive: "إحدى هذه الإجابات تستبعد غيرها: تُختار وحدها، أو تُختار الأخرى دونها.",
        .plainOneOnly: "يمكن اختيار إجابة واحدة فقط.",
        .plainNoBack: "لا رجوع من هنا.",
        .plainNoSkip: "لا يمكن تخطي هذا.",
        .plainAnswer: "الإجابة: %1$@",
    ]
}
