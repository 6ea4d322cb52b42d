import type { Locale } from '@boardwalk/schema/company'
import type { OwnTemplates, ReplyKind, Template, TemplateAddress } from './template.ts'

/* The templates of a company that has written none itself. */

const fr: Record<ReplyKind, Template> = {
  acknowledge: {
    subject: 'Votre candidature\u00a0: {job}',
    text: `Bonjour {name},

Nous avons bien reçu votre candidature pour «\u00a0{job}\u00a0» et nous l’étudions. Nous revenons vers vous dès que possible.

Merci de votre intérêt.

L’équipe de recrutement
{company}`,
  },
  invite: {
    subject: 'Votre candidature\u00a0: {job}',
    text: `Bonjour {name},

Votre candidature pour «\u00a0{job}\u00a0» nous intéresse, et nous aimerions vous rencontrer.

Répondez à ce message avec vos disponibilités des prochains jours, et le numéro où nous pouvons vous joindre.

À bientôt,

L’équipe de recrutement
{company}`,
  },
  refuse: {
    subject: 'Votre candidature\u00a0: {job}',
    text: `Bonjour {name},

Merci du temps que vous avez consacré à votre candidature pour «\u00a0{job}\u00a0».

Nous l’avons étudiée avec attention. Nous avons choisi de continuer avec d’autres personnes, dont le profil correspond davantage à ce poste.

Nous vous souhaitons une bonne suite dans vos recherches.

L’équipe de recrutement
{company}`,
  },
}

const en: Record<ReplyKind, Template> = {
  acknowledge: {
    subject: 'Your application: {job}',
    text: `Hello {name},

We have received your application for “{job}” and are reading it. You will hear from us as soon as possible.

Thank you for your interest.

The recruitment team
{company}`,
  },
  invite: {
    subject: 'Your application: {job}',
    text: `Hello {name},

We liked your application for “{job}”, and would like to meet you.

Please reply to this message with the times at which you are free in the next days, and the number at which we can reach you.

See you soon,

The recruitment team
{company}`,
  },
  refuse: {
    subject: 'Your application: {job}',
    text: `Hello {name},

Thank you for the time that you took to apply for “{job}”.

We have read your application with care. We have decided to go on with other people, whose profile is closer to this job.

We wish you all the best in your search.

The recruitment team
{company}`,
  },
}

const ar: Record<ReplyKind, Template> = {
  acknowledge: {
    subject: 'ترشحك: {job}',
    text: `مرحبا {name}،

توصلنا بترشحك لعرض «{job}» ونحن بصدد دراسته. سنتواصل معك في أقرب وقت ممكن.

شكرا على اهتمامك.

فريق التوظيف
{company}`,
  },
  invite: {
    subject: 'ترشحك: {job}',
    text: `مرحبا {name}،

نال ترشحك لعرض «{job}» اهتمامنا، ونود مقابلتك.

المرجو الرد على هذه الرسالة بالأوقات التي تناسبك في الأيام المقبلة، وبرقم الهاتف الذي يمكننا الاتصال بك عليه.

إلى اللقاء،

فريق التوظيف
{company}`,
  },
  refuse: {
    subject: 'ترشحك: {job}',
    text: `مرحبا {name}،

نشكرك على الوقت الذي خصصته للترشح لعرض «{job}».

درسنا ترشحك بعناية، وقررنا المتابعة مع مترشحين آخرين تتوافق مؤهلاتهم أكثر مع هذا المنصب.

نتمنى لك كل التوفيق في بحثك.

فريق التوظيف
{company}`,
  },
}

const defaultTemplates: Record<Locale, Record<ReplyKind, Template>> = { fr, en, ar }

/** Finds the template of a company: its own, or else that of the board. */
export const findTemplate = (own: OwnTemplates, { kind, locale }: TemplateAddress): Template =>
  own[kind]?.[locale] ?? defaultTemplates[locale][kind]
