import type { Locale } from '@boardwalk/schema/company'
import { isolate } from '@boardwalk/schema/words/page-language'

const en = {
  text: 'How your company replies to applicants by e-mail: the texts, in the language of the form in which the person applied, and how long a refusal waits.',
  noMail: 'This board sends no e-mail, so applicants get no reply.',
  delay: {
    title: 'Refusals wait',
    label: 'Time between your click and the e-mail',
    hint: 'Until then you can take a refusal back. Another status cancels it.',
    saved: 'The time is saved.',
  },
  ats: {
    title: 'Refusals of your ATS',
    isOff:
      'The board tells people nothing of a status that your ATS sets. If your ATS writes to people itself, leave it so.',
    isOn: 'When your ATS sets “Rejected”, the board sends the refusal below, after the same time. Each person gets it once.',
    turnOn: 'Let the board tell refusals of our ATS…',
    turnOff: 'Turn off',
    confirm: 'Tell refusals of our ATS?',
    seen: 'These e-mails go out without a user seeing them first:',
    act: 'Turn on',
    savedOn: 'The board tells refusals of your ATS from now on.',
    savedOff: 'The board tells no refusal of your ATS any more. What waits goes out; take it back in the applications.',
  },
  templates: {
    title: 'Texts',
    kind: 'Reply',
    locale: 'Language',
    isOwn: 'Your company’s own text.',
    isBoards: 'The board’s text. Change it as you like.',
    subject: 'Subject',
    body: 'Text',
    hint: (variables: string) => `These words are replaced for each person: ${variables}`,
    unknown: (variable: string) => `There is no word ${variable}. Use those named below the text.`,
    required: 'Fill in the subject and the text.',
    preview: 'Preview',
    example: 'As this person would get it:',
    save: 'Save the text',
    saved: 'The text is saved.',
    reset: 'Use the board’s text again',
    isReset: 'The board’s text is used again.',
  },
}

type RulesWords = typeof en

const fr: RulesWords = {
  text: 'Comment votre entreprise répond par e-mail aux candidats\u00a0: les textes, dans la langue du formulaire que la personne a rempli, et combien de temps un refus attend.',
  noMail: 'Ce site n’envoie pas d’e-mails\u00a0: personne ne reçoit de réponse.',
  delay: {
    title: 'Les refus attendent',
    label: 'Temps entre votre clic et l’e-mail',
    hint: 'Jusque-là, vous pouvez annuler un refus. Un autre statut l’annule aussi.',
    saved: 'Le temps est enregistré.',
  },
  ats: {
    title: 'Refus de votre ATS',
    isOff:
      'Le site n’annonce à personne un statut que votre ATS définit. Si votre ATS écrit lui-même aux candidats, ne changez rien.',
    isOn: 'Quand votre ATS définit «\u00a0Refusée\u00a0», le site envoie le refus ci-dessous, après le même temps. Chaque personne le reçoit une seule fois.',
    turnOn: 'Laisser le site annoncer les refus de notre ATS…',
    turnOff: 'Désactiver',
    confirm: 'Annoncer les refus de votre ATS\u00a0?',
    seen: 'Ces e-mails partent sans qu’un utilisateur les voie d’abord\u00a0:',
    act: 'Activer',
    savedOn: 'Désormais, le site annonce les refus de votre ATS.',
    savedOff:
      'Le site n’annonce plus les refus de votre ATS. Ce qui attend part\u00a0; annulez-le dans les candidatures.',
  },
  templates: {
    title: 'Textes',
    kind: 'Réponse',
    locale: 'Langue',
    isOwn: 'Le texte de votre entreprise.',
    isBoards: 'Le texte du site. Modifiez-le à votre gré.',
    subject: 'Objet',
    body: 'Texte',
    hint: (variables) => `Ces mots sont remplacés pour chaque personne\u00a0: ${variables}`,
    unknown: (variable) => `Le mot ${variable} n’existe pas. Prenez ceux qui sont nommés sous le texte.`,
    required: 'Remplissez l’objet et le texte.',
    preview: 'Aperçu',
    example: 'Tel que cette personne le recevrait\u00a0:',
    save: 'Enregistrer le texte',
    saved: 'Le texte est enregistré.',
    reset: 'Reprendre le texte du site',
    isReset: 'Le texte du site est repris.',
  },
}

const ar: RulesWords = {
  text: 'كيف ترد شركتك على المترشحين بالبريد الإلكتروني: النصوص بلغة الاستمارة التي ملأها الشخص، والمدة التي ينتظرها الرفض.',
  noMail: 'لا يرسل هذا الموقع رسائل، فلا يتلقى أحد ردا.',
  delay: {
    title: 'انتظار الرفض',
    label: 'المدة بين نقرتك والرسالة',
    hint: 'يمكنك التراجع عن الرفض حتى ذلك الحين، وتلغيه حالة أخرى.',
    saved: 'حُفظت المدة.',
  },
  ats: {
    title: 'الرفض من نظام التوظيف',
    isOff: 'لا يُبلغ الموقع أحداً بحالة يحددها نظام التوظيف. إذا كان نظامك يراسل الناس بنفسه فاترك الأمر كذلك.',
    isOn: 'عندما يحدد نظام التوظيف حالة «مرفوض» يرسل الموقع الرفض أدناه بعد المدة نفسها. يتلقاه كل شخص مرة واحدة.',
    turnOn: 'دع الموقع يبلغ بالرفض من نظام التوظيف…',
    turnOff: 'إيقاف',
    confirm: 'هل يُبلغ بالرفض من نظام التوظيف؟',
    seen: 'تُرسل هذه الرسائل دون أن يراها مستخدم أولاً:',
    act: 'تفعيل',
    savedOn: 'من الآن يُبلغ الموقع بالرفض من نظام التوظيف.',
    savedOff: 'لم يعد الموقع يُبلغ بالرفض من نظام التوظيف. ما ينتظر يُرسل، ويمكنك التراجع عنه في صفحة الطلبات.',
  },
  templates: {
    title: 'النصوص',
    kind: 'الرد',
    locale: 'اللغة',
    isOwn: 'نص شركتك.',
    isBoards: 'نص الموقع. غيّره كما تشاء.',
    subject: 'الموضوع',
    body: 'النص',
    hint: (variables) => `تُستبدل هذه الكلمات لكل شخص: ${isolate(variables)}`,
    unknown: (variable) => `الكلمة ${isolate(variable)} غير موجودة. استعمل الكلمات المذكورة أسفل النص.`,
    required: 'املأ الموضوع والنص.',
    preview: 'معاينة',
    example: 'كما يتلقاها هذا الشخص:',
    save: 'حفظ النص',
    saved: 'حُفظ النص.',
    reset: 'استعمال نص الموقع من جديد',
    isReset: 'عاد نص الموقع.',
  },
}

/** The words of the page where a company sets how it replies. */
export const rulesWords: Record<Locale, RulesWords> = { fr, en, ar }
