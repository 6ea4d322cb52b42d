import { createPlural } from '@boardwalk/schema/words/page-language'
import type { Words } from './en.ts'

const plural = createPlural('ar')

export const ar: Words = {
  openGraphLocale: 'ar_AR',
  otherLanguages: 'لغات أخرى',
  board: {
    title: 'عروض العمل',
    link: 'عروض جميع الشركات',
    description: 'أحدث عروض العمل لدى جميع الشركات على هذا الموقع.',
    companies: 'شركات توظّف',
    noJobsHeading: 'لا توجد عروض عمل بعد',
    noJobs: 'لا تبحث أي شركة عن موظفين هنا في الوقت الحالي. نرجو أن تعودوا بعد أيام قليلة.',
    noCompanies: 'لم تنشر أي شركة عرض عمل في الوقت الحالي.',
  },
  footer: {
    imprint: 'إشعار قانوني',
    privacy: 'حماية المعطيات الشخصية',
    contact: 'اتصل بنا',
    forDevelopers: 'للمطورين:',
    reference: 'مرجع واجهة البرمجة',
    jobsInXml: 'العروض بصيغة XML',
    jobsInJson: 'العروض بصيغة JSON',
  },
  jobsAt: (company) => `عروض العمل\u00a0– \u2068${company}\u2069`,
  jobCount: (jobs) =>
    plural(jobs, {
      zero: 'لا عروض عمل',
      one: 'عرض عمل واحد',
      two: 'عرضا عمل',
      few: '# عروض عمل',
      other: '# عرض عمل',
    }),
  noJobs: 'لا توجد عروض عمل في الوقت الحالي.',
  allJobs: 'الاطلاع على عروض العمل لدى الشركة',
  otherJobs: (company) => `عروض أخرى لدى \u2068${company}\u2069`,
  about: (company) => `عن \u2068${company}\u2069`,
  readOn: 'اقرأ المزيد',
  website: 'الموقع الإلكتروني:',
  cards: {
    isNew: 'جديد',
    allOfCompany: (company, jobs) => `جميع عروض \u2068${company}\u2069\u200f (${jobs})`,
  },
  directory: {
    text: 'اسم الشركة',
    noMatch: 'لا توجد شركة بهذا الاسم توظّف في الوقت الحالي.',
    clear: 'عرض جميع الشركات',
  },
  search: {
    heading: 'البحث عن عرض عمل',
    text: 'المسمى أو المدينة أو الشركة',
    example: 'المهنة أو المدينة',
    textAtCompany: 'المسمى أو المدينة',
    language: 'اللغة',
    filters: 'عوامل التصفية',
    all: { city: 'المدينة', contractType: 'العقد', workMode: 'نمط العمل', language: 'اللغة' },
    send: 'بحث',
    remove: 'إزالة عامل التصفية',
    clear: 'مسح الكل',
    noMatch: 'لا يوجد عرض عمل يطابق بحثك.',
    noMatchHint: 'جرّب كلمة أخرى أو عوامل تصفية أقل.',
    nearest: 'عروض قريبة من بحثك',
    employers: 'شركات بهذا الاسم',
    browse: 'تصفّح العروض',
  },
  pages: {
    label: 'الصفحات',
    previous: 'الصفحة السابقة',
    next: 'الصفحة التالية',
    page: (page) => `الصفحة ${page}`,
    pageOf: (page, pages) => `الصفحة ${page} من ${pages}`,
  },
  facts: {
    remoteFrom: 'العمل عن بعد من',
    experience: 'الخبرة',
    salary: 'الراتب',
    posted: 'تاريخ النشر',
    closes: 'آخر أجل للترشح',
    reference: 'المرجع',
  },
  factsHeading: 'باختصار',
  job: {
    similar: 'وظائف مشابهة',
    ofCompany: (company) => `تعرّف على \u2068${company}\u2069 وعلى جميع عروضها`,
  },
  share: { label: 'شارك هذا العرض', mail: 'البريد الإلكتروني', otherwise: 'مشاركة…', print: 'طباعة' },
  amounts: {
    atLeast: (amount) => `${amount} فأكثر`,
    atMost: (amount) => `إلى غاية ${amount}`,
    range: (from, to) => `من ${from} إلى ${to}`,
    currencyDisplay: 'name',
    payBases: { NET: 'صافية', GROSS: 'إجمالية' },
  },
  apply: {
    heading: 'الترشح',
    toJob: (title) => `الترشح: \u2068${title}\u2069`,
    optional: 'اختياري',
    fields: {
      firstName: {
        missing: 'أدخل اسمك الشخصي.',
        problem: (max) => `أدخل اسمك الشخصي في ${max} حرف على الأكثر.`,
      },
      lastName: {
        missing: 'أدخل اسمك العائلي.',
        problem: (max) => `أدخل اسمك العائلي في ${max} حرف على الأكثر.`,
      },
      email: {
        hint: 'مثلاً name@example.com',
        problem: () => 'أدخل عنوان بريد إلكتروني كاملاً، مثل \u2066name@example.com\u2069.',
      },
      phone: {
        hint: 'مثلاً \u2066+212 600 000 000\u2069',
        problem: () => 'أدخل رقم هاتف صحيحاً، مثل \u2066+212 600 000 000\u2069، أو اترك هذه الخانة فارغة.',
      },
      linkedinUrl: {
        hint: 'مثلاً \u2066linkedin.com/in/name\u2069',
        problem: () => 'أدخل عنوان صفحة، مثل \u2066linkedin.com/in/name\u2069، أو اترك هذه الخانة فارغة.',
      },
      message: { problem: (max) => `يجب ألا تتجاوز الرسالة ${max} حرف.` },
      cv: {
        problem: (max) => `يجب أن تكون السيرة الذاتية ملفاً واحداً لا يتجاوز ${max} ميغابايت.`,
      },
      consent: { problem: () => 'ضع علامة في المربع للموافقة على إرسال ترشحك.' },
    },
    accents: 'أدخل عنوان بريدك الإلكتروني بحروف لاتينية بلا علامات قبل @، مثل \u2066salma@example.com\u2069.',
    meant: (address) =>
      `هل تقصد \u2066${address}\u2069؟ صحّح العنوان، أو أرسل الاستمارة من جديد دون تغييره إذا كان صحيحاً.`,
    cvTypes: { pdf: 'PDF', docx: '\u2066Word (DOCX)\u2069', odt: '\u2066OpenDocument (ODT)\u2069' },
    cvHint: (types, megabytes) => `${types}،\u200f ${megabytes} ميغابايت على الأكثر`,
    cvKept: (fileName) => `ملفك «\u2068${fileName}\u2069» محفوظ. اختر ملفاً آخر لاستبداله.`,
    cvLost: 'لم تعد سيرتك الذاتية محفوظة. اختر الملف من جديد.',
    cvTooLarge: (megabytes) => `سيرتك الذاتية أكبر من ${megabytes} ميغابايت. اختر ملفاً أصغر.`,
    cvKinds: {
      empty: 'فهو فارغ',
      word: 'فهو مستند Word بصيغة قديمة',
      document: 'فهو مستند بصيغة أخرى',
      text: 'فهو نص عادي',
      other: 'فهو ملف من نوع آخر',
    },
    cvOtherType: (fileName, kind, types) =>
      `لا يمكن إرسال الملف «\u2068${fileName}\u2069»، ${kind}. احفظ سيرتك الذاتية بصيغة ${types} في البرنامج الذي كتبتها به، ثم اختر ذلك الملف.`,
    cvPhoto: (fileName) =>
      `الملف «\u2068${fileName}\u2069» صورة، ولا يمكن للشركة قراءتها كسيرة ذاتية. امسح الورقة ضوئياً بهاتفك عبر تطبيق «الملفات» (آيفون) أو \u2068Google Drive\u2069 (أندرويد)، فهما يحفظانها بصيغة PDF. أو افتح الصورة واختر «طباعة» ثم احفظها بصيغة PDF. بعد ذلك اختر ملف PDF.`,
    cvMacros: (fileName) =>
      `يحتوي الملف «\u2068${fileName}\u2069» على وحدات ماكرو أو برنامج آخر، ولا ينبغي للشركة أن تفتحه. احفظ سيرتك الذاتية بصيغة PDF، ثم اختر ذلك الملف.`,
    cvDamaged: (fileName) =>
      `الملف «\u2068${fileName}\u2069» تالف ولا يمكن قراءته. افتحه في البرنامج الذي كتبته به، واحفظه بصيغة PDF، ثم اختر ذلك الملف.`,
    cvLocked: (fileName) =>
      `الملف «\u2068${fileName}\u2069» محمي بكلمة مرور، ولن تتمكن الشركة من فتحه. احفظ سيرتك الذاتية بلا كلمة مرور، ثم اختر ذلك الملف.`,
    cvRefused:
      'لا يمكننا استلام الملفات حاليًا. أرسل طلبك دون سيرة ذاتية، أو حاول مرة أخرى لاحقًا. ما كتبته لا يزال هنا.',
    consent: (company) => `أوافق على أن تتوصل \u2068${company}\u2069 ببيانات هذه الاستمارة لمعالجة ترشحي.`,
    privacy: (company) => `كيف تستعمل \u2068${company}\u2069 بياناتك`,
    appliedBefore: (day, reference, company) =>
      `أُرسل من هذا المتصفح ترشح لهذه الوظيفة بتاريخ ${day}. مرجعه \u2068${reference}\u2069. إذا أرسلت ترشحاً آخر، فستتوصل \u2068${company}\u2069 بهما معاً.`,
    trap: 'اترك هذه الخانة فارغة',
    send: 'إرسال الترشح',
    sending: 'جارٍ الإرسال…',
    offline: 'لست متصلاً بالإنترنت. لم يضع أي شيء: أعد الإرسال حين يعود الاتصال.',
    titlePrefix: 'خطأ',
    problemsHeading: 'لإرسال هذه الاستمارة، يرجى تصحيح ما يلي:',
    tooMany: (minutes) =>
      `أُرسلت من عنوانك على الإنترنت طلبات ترشح كثيرة. ${plural(minutes, {
        one: 'أعد المحاولة بعد دقيقة واحدة.',
        two: 'أعد المحاولة بعد دقيقتين.',
        few: 'أعد المحاولة بعد # دقائق.',
        other: 'أعد المحاولة بعد # دقيقة.',
      })} ما كتبته ما زال هنا.`,
    crowded:
      'يتقدّم عدد كبير جداً من الأشخاص في هذه اللحظة. انتظر بضع ثوانٍ ثم أرسل هذه الاستمارة مرة أخرى. ما كتبته لا يزال هنا.',
    unreadable: 'تعذرت قراءة الاستمارة كاملة. أرسلها من جديد.',
    elsewhere: (company) => `تستقبل \u2068${company}\u2069 طلبات الترشح لهذه الوظيفة عبر موقع آخر.`,
    notSent: 'لم يُرسل ترشحك',
    typed: 'لم يصل إلى الشركة أي شيء من هذه الاستمارة. يمكنك نسخ ما كتبته:',
  },
  accepted: {
    heading: 'تم إرسال الترشح',
    text: (title, company) => `توصلت \u2068${company}\u2069 بترشحك لوظيفة «\u2068${title}\u2069».`,
    sentOn: 'تاريخ الإرسال:',
    reference: 'مرجع ترشحك:',
    unknown: (title, company) =>
      `إذا أرسلت للتو استمارة الترشح لوظيفة «\u2068${title}\u2069»، فقد توصلت \u2068${company}\u2069 بترشحك. متصفحك لا يحتفظ بملفات تعريف الارتباط، لذلك لا يمكننا عرض مرجعه هنا.`,
    nextHeading: 'ماذا بعد؟',
    byMail: 'نرسل إليك أيضاً تأكيداً عبر البريد الإلكتروني.',
    next: (company) =>
      `ستطلع \u2068${company}\u2069 على ترشحك وستتواصل معك عبر البريد الإلكتروني أو الهاتف. احتفظ بالمرجع في حال كان لديك سؤال.`,
    steps: 'تمر عملية التوظيف بالمراحل التالية:',
  },
  backToJob: 'العودة إلى العرض',
  errors: {
    invalid_request: {
      heading: 'طلب غير صحيح',
      text: 'تعذر فهم الطلب. عد إلى الصفحة السابقة وأعد المحاولة.',
    },
    cv_link_invalid: {
      heading: 'رابط غير صالح',
      text: 'هذا الرابط إلى السيرة الذاتية غير صالح أو انتهت صلاحيته. افتح الترشح من جديد في أداة التوظيف للحصول على رابط جديد.',
    },
    application_erased: {
      heading: 'تم محو الترشح',
      text: 'تم محو بيانات صاحب الترشح وسيرته الذاتية.',
    },
    origin_refused: {
      heading: 'طلب من موقع آخر',
      text: 'وصلت إلى هنا من موقع آخر. افتح فضاء التوظيف وحاول هناك.',
    },
    page_not_found: {
      heading: 'الصفحة غير موجودة',
      text: 'لا توجد صفحة في هذا العنوان. تحقق من العنوان.',
    },
    method_not_allowed: {
      heading: 'إجراء غير ممكن',
      text: 'هذا العنوان لا يقبل هذا الإجراء.',
    },
    job_unpublished: {
      heading: 'عرض مسحوب',
      text: 'لم يعد عرض العمل هذا منشوراً.',
    },
    job_closed: {
      heading: 'انتهى استقبال الطلبات',
      text: 'انتهى أجل الترشح لعرض العمل هذا.',
    },
    company_withdrawn: {
      heading: 'صفحة الشركة غير متاحة',
      text: 'هذه الشركة وعروضها غير موجودة على هذا الموقع حالياً.',
    },
    body_unsupported: {
      heading: 'صيغة غير مقبولة',
      text: 'يجب إرسال الاستمارة بصيغة multipart/form-data.',
    },
    too_many_applications: {
      heading: 'طلبات ترشح كثيرة',
      text: 'أُرسلت من عنوانك على الإنترنت طلبات ترشح كثيرة. أعد المحاولة لاحقاً.',
    },
    internal: {
      heading: 'حدث خطأ',
      text: 'الخطأ من جانبنا. أعد تحميل هذه الصفحة بعد لحظات. الاستمارة المرسلة مرتين تُحتسب مرة واحدة.',
    },
  },
  errorReference: 'مرجع الخطأ:',
}
