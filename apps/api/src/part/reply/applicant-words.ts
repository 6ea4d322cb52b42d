import type { Locale } from '@boardwalk/schema/company'
import { createPlural } from '@boardwalk/schema/words/page-language'

/* The texts of an applicant's own page, and of the paragraphs in the confirmation that lead to it. */

const plural = { fr: createPlural('fr'), en: createPlural('en'), ar: createPlural('ar') }

const en = {
  mail: {
    job: 'The job:',
    steps: 'The steps:',
    link: 'To withdraw your application, or to have your data erased:',
  },
  heading: 'Your application',
  about: (job: string, company: string) => `“${job}”, at ${company}.`,
  sentOn: (day: string) => `Sent on ${day}.`,
  withdraw: {
    heading: 'Withdraw the application',
    text: 'The company is told that you are no longer interested. It keeps your application as it keeps others, until you have it erased. You cannot undo this, but you can apply again.',
    send: 'Withdraw my application',
  },
  withdrawn: {
    heading: 'Your application is withdrawn',
    text: (company: string) => `${company} sees that you withdrew it.`,
    on: (day: string) => `You withdrew it on ${day}.`,
  },
  erase: {
    heading: 'Have your data erased',
    text: 'Your name, address, telephone number, message and CV are erased for good from this board. The company is told to erase its copies.',
    open: 'Erase my data…',
    question: 'Erase your data for good?',
    final: 'This cannot be undone. The company then has no application of yours for this job.',
    others: (count: number) =>
      plural.en(count, {
        one: 'Also erase my # other application to this company',
        other: 'Also erase my # other applications to this company',
      }),
    send: 'Erase for good',
    back: 'No, go back',
  },
  erased: {
    heading: 'Your data is erased',
    text: (company: string) =>
      `This board has erased what you sent to ${company}, and tells its system to erase its copy.`,
  },
  unknown: {
    heading: 'This link is no longer valid',
    text: 'The application was erased, or the address is not complete. Copy the whole link from the mail.',
  },
  toJobs: 'See the jobs',
}

type ApplicantWords = typeof en

const fr: ApplicantWords = {
  mail: {
    job: 'L’offre\u00a0:',
    steps: 'Les étapes\u00a0:',
    link: 'Pour retirer votre candidature, ou faire effacer vos données\u00a0:',
  },
  heading: 'Votre candidature',
  about: (job, company) => `«\u00a0${job}\u00a0», chez ${company}.`,
  sentOn: (day) => `Envoyée le ${day}.`,
  withdraw: {
    heading: 'Retirer la candidature',
    text: 'L’entreprise apprend que vous n’êtes plus intéressé(e). Elle garde votre candidature comme les autres, tant que vous ne la faites pas effacer. C’est sans retour, mais vous pouvez postuler de nouveau.',
    send: 'Retirer ma candidature',
  },
  withdrawn: {
    heading: 'Votre candidature est retirée',
    text: (company) => `${company} voit que vous l’avez retirée.`,
    on: (day) => `Vous l’avez retirée le ${day}.`,
  },
  erase: {
    heading: 'Faire effacer vos données',
    text: 'Votre nom, votre adresse, votre téléphone, votre message et votre CV sont effacés définitivement de ce site. L’entreprise est avertie qu’elle doit effacer ses copies.',
    open: 'Effacer mes données…',
    question: 'Effacer vos données définitivement\u00a0?',
    final: 'C’est irréversible. L’entreprise n’a ensuite plus de candidature de vous pour cette offre.',
    others: (count) =>
      plural.fr(count, {
        one: 'Effacer aussi mon autre candidature à cette entreprise',
        other: 'Effacer aussi mes # autres candidatures à cette entreprise',
      }),
    send: 'Effacer définitivement',
    back: 'Non, revenir',
  },
  erased: {
    heading: 'Vos données sont effacées',
    text: (company) =>
      `Ce site a effacé ce que vous avez envoyé à ${company}, et avertit son système d’effacer sa copie.`,
  },
  unknown: {
    heading: 'Ce lien n’est plus valable',
    text: 'La candidature a été effacée, ou l’adresse n’est pas complète. Copiez le lien entier de l’e-mail.',
  },
  toJobs: 'Voir les offres',
}

const ar: ApplicantWords = {
  mail: {
    job: 'العرض:',
    steps: 'المراحل:',
    link: 'لسحب ترشحك أو لمحو بياناتك:',
  },
  heading: 'ترشحك',
  about: (job, company) => `«${job}» لدى ${company}.`,
  sentOn: (day) => `أُرسل في ${day}.`,
  withdraw: {
    heading: 'سحب الترشح',
    text: 'تُبلَّغ الشركة بأنك لم تعد مهتما. تحتفظ بترشحك كغيره إلى أن تطلب محوه. لا يمكن التراجع عن السحب، لكن يمكنك الترشح من جديد.',
    send: 'سحب ترشحي',
  },
  withdrawn: {
    heading: 'سُحب ترشحك',
    text: (company) => `ترى ${company} أنك سحبته.`,
    on: (day) => `سحبته في ${day}.`,
  },
  erase: {
    heading: 'محو بياناتك',
    text: 'يُمحى اسمك وعنوانك وهاتفك ورسالتك وسيرتك الذاتية نهائيا من هذا الموقع. وتُبلَّغ الشركة بأن عليها محو نسخها.',
    open: 'محو بياناتي…',
    question: 'هل تريد محو بياناتك نهائيا؟',
    final: 'لا رجعة في ذلك. بعده لا يبقى لدى الشركة ترشح لك لهذا العرض.',
    others: (count) =>
      plural.ar(count, {
        one: 'محو ترشحي الآخر لدى هذه الشركة أيضا',
        two: 'محو ترشحيّ الآخرين لدى هذه الشركة أيضا',
        few: 'محو ترشحاتي الأخرى (#) لدى هذه الشركة أيضا',
        other: 'محو ترشحاتي الأخرى (#) لدى هذه الشركة أيضا',
      }),
    send: 'محو نهائي',
    back: 'لا، رجوع',
  },
  erased: {
    heading: 'مُحيت بياناتك',
    text: (company) => `محا هذا الموقع ما أرسلته إلى ${company}، ويُبلغ نظامها بأن يمحو نسخته.`,
  },
  unknown: {
    heading: 'لم يعد هذا الرابط صالحا',
    text: 'مُحي الترشح، أو أن العنوان غير كامل. انسخ الرابط كله من الرسالة.',
  },
  toJobs: 'عرض الوظائف',
}

export const applicantWords: Record<Locale, ApplicantWords> = { fr, en, ar }
