// The page's own words. A task's words come from the host, in its language; these are for what only the page knows: the
// connection, the code, sound and camera.

const languages = ['en', 'de', 'ar'];

const words = {
  connecting: ['Connecting …', 'Verbindung wird aufgebaut …', 'جارٍ الاتصال …'],
  lost: [
    'Connection lost. Recording goes on. Trying again …',
    'Verbindung verloren. Die Aufzeichnung läuft weiter. Neuer Versuch …',
    'انقطع الاتصال. التسجيل مستمر. نحاول من جديد …',
  ],
  waiting: ['Waiting for the task', 'Warten auf die Aufgabe', 'في انتظار المهمة'],
  waitingMore: [
    'The next task appears here by itself. You can leave this page open.',
    'Die nächste Aufgabe erscheint hier von selbst. Lassen Sie die Seite einfach offen.',
    'ستظهر المهمة التالية هنا تلقائيًا. اترك هذه الصفحة مفتوحة.',
  ],
  over: ['Finished', 'Fertig', 'انتهت المهمة'],
  close: ['You can close this page.', 'Sie können diese Seite schließen.', 'يمكنك إغلاق هذه الصفحة.'],
  completed: ['All is done. Thank you.', 'Alles ist erledigt. Vielen Dank.', 'تم كل شيء. شكرًا لك.'],
  saved: ['What was done so far is saved.', 'Was bisher gemacht wurde, ist gespeichert.', 'تم حفظ ما أُنجز حتى الآن.'],
  discarded: ['Nothing was kept.', 'Es wurde nichts behalten.', 'لم يُحفظ شيء.'],
  failed: ['The task could not be finished.', 'Die Aufgabe konnte nicht beendet werden.', 'تعذر إنهاء المهمة.'],
  watching: ['You are watching.', 'Sie sehen zu.', 'أنت تشاهد فقط.'],
  follows: ['Another screen leads.', 'Ein anderer Bildschirm führt.', 'شاشة أخرى تقود المهمة.'],
  nobody: ['No screen leads now.', 'Zurzeit führt kein Bildschirm.', 'لا توجد شاشة تقود الآن.'],
  takeOver: ['Take over', 'Übernehmen', 'تولَّ القيادة'],
  replaced: ['This page is open elsewhere', 'Diese Seite ist anderswo offen', 'هذه الصفحة مفتوحة في مكان آخر'],
  replacedMore: [
    'The task goes on in another tab or window.',
    'Die Aufgabe geht in einem anderen Tab oder Fenster weiter.',
    'المهمة مستمرة في علامة تبويب أو نافذة أخرى.',
  ],
  notTakenFollows: [
    'What you did last was not taken: another screen leads now.',
    'Ihre letzte Eingabe wurde nicht übernommen: Jetzt führt ein anderer Bildschirm.',
    'لم يُؤخذ آخر ما فعلته: شاشة أخرى تقود المهمة الآن.',
  ],
  notTakenOver: [
    'What you did last was not taken: the task was over.',
    'Ihre letzte Eingabe wurde nicht übernommen: Die Aufgabe war zu Ende.',
    'لم يُؤخذ آخر ما فعلته: كانت المهمة قد انتهت.',
  ],
  notTaken: [
    'What you did last was not taken. Please look at it again.',
    'Ihre letzte Eingabe wurde nicht übernommen. Bitte sehen Sie noch einmal nach.',
    'لم يُؤخذ آخر ما فعلته. يُرجى التحقق منه مرة أخرى.',
  ],
  useHere: ['Use here', 'Hier verwenden', 'استخدمها هنا'],
  pair: ['Enter the code', 'Code eingeben', 'أدخل الرمز'],
  pairMore: [
    'Six digits, as the device or the study team shows them.',
    'Sechs Ziffern, wie das Gerät oder das Studienteam sie zeigt.',
    'ستة أرقام كما يعرضها الجهاز أو فريق الدراسة.',
  ],
  code: ['Code', 'Code', 'الرمز'],
  wrongCode: ['This code is not right.', 'Dieser Code stimmt nicht.', 'هذا الرمز غير صحيح.'],
  waitSeconds: ['Please wait %1 seconds.', 'Bitte warten Sie %1 Sekunden.', 'يُرجى الانتظار %1 ثانية.'],
  noAnswer: [
    'The device does not answer. Please try again.',
    'Das Gerät antwortet nicht. Bitte versuchen Sie es noch einmal.',
    'الجهاز لا يستجيب. يُرجى المحاولة مرة أخرى.',
  ],
  turnOn: ['Turn on sound and speech', 'Ton und Sprache einschalten', 'تشغيل الصوت والكلام'],
  insecure: [
    'No https: this page cannot keep the screen on or open the camera.',
    'Kein https: Die Seite kann den Bildschirm nicht wach halten und keine Kamera öffnen.',
    'بلا https: لا تستطيع الصفحة إبقاء الشاشة مضاءة ولا فتح الكاميرا.',
  ],
  board: ['Board', 'Übersicht', 'لوحة المتابعة'],
  hide: ['Hide', 'Ausblenden', 'إخفاء'],
  required: ['required', 'erforderlich', 'مطلوب'],
  choose: ['Choose …', 'Bitte wählen …', 'اختر …'],
  number: ['Number', 'Zahl', 'الرقم'],
  pause: ['Stop the pictures', 'Bilder anhalten', 'إيقاف الصور'],
  play: ['Play the pictures', 'Bilder abspielen', 'تشغيل الصور'],
  open: ['Open in a new tab', 'In neuem Tab öffnen', 'فتح في علامة تبويب جديدة'],
  takePicture: ['Take a picture', 'Bild aufnehmen', 'التقاط صورة'],
  choosePicture: ['Choose a picture', 'Bild auswählen', 'اختيار صورة'],
  cameraHere: ['Use the camera here', 'Kamera hier verwenden', 'استخدام الكاميرا هنا'],
  shutter: ['Take it', 'Aufnehmen', 'التقط'],
  stopCamera: ['Close the camera', 'Kamera schließen', 'إغلاق الكاميرا'],
  noCamera: [
    'The camera cannot be used here.',
    'Die Kamera ist hier nicht verwendbar.',
    'لا يمكن استخدام الكاميرا هنا.',
  ],
  noFilms: [
    'This page cannot take films.',
    'Diese Seite kann keine Filme aufnehmen.',
    'لا تستطيع هذه الصفحة تصوير الأفلام.',
  ],
  sending: ['Sending the picture …', 'Das Bild wird gesendet …', 'جارٍ إرسال الصورة …'],
  sent: ['The picture is sent.', 'Das Bild ist gesendet.', 'تم إرسال الصورة.'],
  yourPicture: ['Your picture', 'Ihr Bild', 'صورتك'],
  tooLarge: ['The picture is too large.', 'Das Bild ist zu groß.', 'الصورة كبيرة جدًا.'],
  notSent: [
    'The picture was not kept. Please take another one.',
    'Das Bild wurde nicht behalten. Bitte nehmen Sie noch eines auf.',
    'لم تُحفظ الصورة. يُرجى التقاط صورة أخرى.',
  ],
  noPicture: ['This file is no picture.', 'Diese Datei ist kein Bild.', 'هذا الملف ليس صورة.'],
};

const primary = (language) => (language ?? '').split('-')[0].toLowerCase();
let spoken = 0;

/** Chooses the first of these languages that the page has words for, and returns it. */
export function speakFirst(...wished) {
  spoken = Math.max(0, languages.indexOf(wished.map(primary).find((language) => languages.includes(language))));
  return languages[spoken];
}

/** A text by its key, with the values in place of %1 and %2. */
export function say(key, ...values) {
  const text = words[key]?.[spoken] ?? '';
  return text.replace(/%(\d)/g, (_, place) => values[place - 1] ?? '');
}
