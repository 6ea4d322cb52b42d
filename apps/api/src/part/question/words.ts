import type { Locale } from '@boardwalk/schema/company'

const en = {
  yes: 'Yes',
  no: 'No',
  choose: 'Choose an answer',
  dateHint: 'For example 31/12/2026',
  /** The list of problems names the question, because a job may have many. */
  problems: {
    missing: (label: string) => `Answer the question “${label}”.`,
    isNew: (label: string) => `The company has added a question while you wrote. Answer “${label}”.`,
    tooLong: (label: string, max: number) => `Your answer to “${label}” must be at most ${max} characters long.`,
    number: (label: string) => `Your answer to “${label}” must be a number, such as 3 or 2.5.`,
    date: (label: string) => `Your answer to “${label}” must be a date, such as 31/12/2026.`,
    option: (label: string) => `Choose one of the answers to “${label}”.`,
    tooMuch: 'Your answers are too long together. Shorten the longest ones.',
  },
}
type Words = typeof en

const fr: Words = {
  yes: 'Oui',
  no: 'Non',
  choose: 'Choisissez une réponse',
  dateHint: 'Par exemple 31/12/2026',
  problems: {
    missing: (label) => `Répondez à la question «\u00a0${label}\u00a0».`,
    isNew: (label) =>
      `L’entreprise a ajouté une question pendant que vous écriviez. Répondez à «\u00a0${label}\u00a0».`,
    tooLong: (label, max) => `Votre réponse à «\u00a0${label}\u00a0» doit avoir ${max} caractères au plus.`,
    number: (label) => `Votre réponse à «\u00a0${label}\u00a0» doit être un nombre, comme 3 ou 2,5.`,
    date: (label) => `Votre réponse à «\u00a0${label}\u00a0» doit être une date, comme 31/12/2026.`,
    option: (label) => `Choisissez une des réponses à «\u00a0${label}\u00a0».`,
    tooMuch: 'Vos réponses sont trop longues au total. Raccourcissez les plus longues.',
  },
}

const ar: Words = {
  yes: 'نعم',
  no: 'لا',
  choose: 'اختر جواباً',
  dateHint: 'مثلاً 31/12/2026',
  problems: {
    missing: (label) => `أجب عن السؤال «${label}».`,
    isNew: (label) => `أضافت الشركة سؤالاً بينما كنت تكتب. أجب عن «${label}».`,
    tooLong: (label, max) => `يجب ألا يتجاوز جوابك عن «${label}» ${max} حرفاً.`,
    number: (label) => `يجب أن يكون جوابك عن «${label}» عدداً، مثل 3 أو 2.5.`,
    date: (label) => `يجب أن يكون جوابك عن «${label}» تاريخاً، مثل 31/12/2026.`,
    option: (label) => `اختر أحد الأجوبة عن «${label}».`,
    tooMuch: 'أجوبتك طويلة جداً في مجموعها. اختصر أطولها.',
  },
}

/** The words of the questions on the form, in the languages of the pages. */
export const questionWords: Record<Locale, Words> = { fr, en, ar }
