import type { Locale } from '@boardwalk/schema/company'
import { ofInFrench } from '@boardwalk/schema/words/page-language'

/** Every text of the mails in one language. Each is made of paragraphs. */
interface MailWords {
  invitation: {
    subject: (company: string) => string
    text: (mail: { company: string; inviter: string; operator: boolean; link: string }) => string[]
  }
  password: {
    subject: string
    text: (mail: { site: string; accounts: string[] }) => string[]
    account: (account: { company: string; link: string; isInvitation: boolean }) => string
  }
  confirmation: {
    subject: (title: string) => string
    text: (mail: { name: string; title: string; company: string; reference: string }) => string[]
  }
  held: {
    subject: (company: string) => string
    text: (mail: { company: string; count: number; days: number; link: string }) => string[]
  }
  /** The last paragraph of every mail. `board` is null if the board has no name. `isByPerson` says that a person sends it. */
  end: (mail: { board: string | null; site: string; isByPerson?: boolean }) => string
}

const fr: MailWords = {
  invitation: {
    subject: (company) => `Invitation à l’espace recruteur – ${company}`,
    text: ({ company, inviter, operator, link }) => [
      `${operator ? 'L’exploitant du site' : inviter} vous invite à rejoindre l’espace recruteur ${ofInFrench(company)}, où se trouvent ses offres et ses candidatures.`,
      `Choisissez votre mot de passe ici. Le lien est valable une seule fois, pendant 7 jours\u00a0:\n${link}`,
      'Si vous n’attendiez pas cette invitation, vous n’avez rien à faire.',
    ],
  },
  password: {
    subject: 'Votre nouveau mot de passe',
    text: ({ site, accounts }) => [
      `Quelqu’un, sans doute vous, a oublié le mot de passe de l’espace recruteur ${ofInFrench(site)}.`,
      'Choisissez un nouveau mot de passe ici. Chaque lien est valable une seule fois et remplace les liens précédents\u00a0:',
      ...accounts,
      'Si ce n’était pas vous, vous n’avez rien à faire\u00a0: votre mot de passe n’a pas changé.',
    ],
    account: ({ company, link, isInvitation }) =>
      `${company} (pendant ${isInvitation ? '7 jours' : 'une heure'})\u00a0:\n${link}`,
  },
  confirmation: {
    subject: (title) => `Votre candidature\u00a0: ${title}`,
    text: ({ name, title, company, reference }) => [
      name === '' ? 'Bonjour,' : `Bonjour ${name},`,
      `${company} a bien reçu votre candidature pour «\u00a0${title}\u00a0».`,
      `Référence de votre candidature\u00a0: ${reference}`,
      'Si vous n’avez pas postulé, quelqu’un a saisi votre adresse par erreur et vous n’avez rien à faire.',
    ],
  },
  held: {
    subject: (company) => `Candidatures à vérifier\u00a0– ${company}`,
    text: ({ company, count, days, link }) => [
      `Candidatures à vérifier chez ${company}\u00a0: ${count}. Un champ que les personnes ne voient pas y était rempli, par un programme de spam ou par une extension du navigateur.`,
      `Pour celles que des personnes ont envoyées, choisissez «\u00a0Ce n’est pas un spam\u00a0», et écartez les autres\u00a0:\n${link}`,
      `Sans décision de votre part, une candidature part vers votre ATS après ${days} jours. Ce message vient une fois par jour au plus.`,
    ],
  },
  end: ({ board, site, isByPerson }) =>
    `Ce message a été envoyé ${isByPerson ? 'par l’intermédiaire de' : 'automatiquement par'} ${board === null ? site : `${board}, ${site}`}`,
}

const en: MailWords = {
  invitation: {
    subject: (company) => `Invitation to the back office of ${company}`,
    text: ({ company, inviter, operator, link }) => [
      `${operator ? 'The board’s operator' : inviter} has invited you to the back office of ${company}, where its jobs and applications are.`,
      `Choose your password here. The link works once, within 7 days:\n${link}`,
      'If you did not expect this invitation, you need not do anything.',
    ],
  },
  password: {
    subject: 'Your new password',
    text: ({ site, accounts }) => [
      `We were asked for a new password for the back office of ${site} with this address.`,
      'Choose a new password here. Each link works once and ends the links before it:',
      ...accounts,
      'If you did not ask for it, you need not do anything: your password has not changed.',
    ],
    account: ({ company, link, isInvitation }) =>
      `${company} (within ${isInvitation ? '7 days' : 'one hour'}):\n${link}`,
  },
  confirmation: {
    subject: (title) => `Your application: ${title}`,
    text: ({ name, title, company, reference }) => [
      name === '' ? 'Hello,' : `Hello ${name},`,
      `${company} has received your application for “${title}”.`,
      `Your application’s reference: ${reference}`,
      'If you did not apply, another person has entered your address by mistake, and you need not do anything.',
    ],
  },
  held: {
    subject: (company) => `Applications that are held back – ${company}`,
    text: ({ company, count, days, link }) => [
      `Applications to ${company} that are held back: ${count}. A field that people do not see was filled in, by a program that sends spam or by an extension of a browser.`,
      `Mark those that people sent as “Not spam”, and discard the others:\n${link}`,
      `An application that you do not decide on goes to your ATS after ${days} days. This message comes once a day at most.`,
    ],
  },
  end: ({ board, site, isByPerson }) =>
    `This message was sent ${isByPerson ? 'through' : 'automatically by'} ${board === null ? site : `${board}, ${site}`}`,
}

const ar: MailWords = {
  invitation: {
    subject: (company) => `دعوة إلى فضاء التوظيف – ${company}`,
    text: ({ company, inviter, operator, link }) => [
      `${operator ? 'دعاك مشغّل الموقع' : `دعاك ${inviter}`} إلى فضاء التوظيف الخاص بـ ${company}، حيث توجد عروضها وطلبات الترشح.`,
      `اختر كلمة المرور هنا. يعمل الرابط مرة واحدة خلال 7 أيام:\n${link}`,
      'إذا لم تكن تنتظر هذه الدعوة، فلا داعي لفعل أي شيء.',
    ],
  },
  password: {
    subject: 'كلمة مرورك الجديدة',
    text: ({ site, accounts }) => [
      `نسي شخص ما، والأرجح أنه أنت، كلمة مرور فضاء التوظيف على ${site}`,
      'اختر كلمة مرور جديدة هنا. يعمل كل رابط مرة واحدة ويلغي الروابط السابقة:',
      ...accounts,
      'إذا لم تكن أنت، فلا داعي لفعل أي شيء: لم تتغير كلمة مرورك.',
    ],
    account: ({ company, link, isInvitation }) =>
      `${company} (خلال ${isInvitation ? '7 أيام' : 'ساعة واحدة'}):\n${link}`,
  },
  confirmation: {
    subject: (title) => `ترشحك: ${title}`,
    text: ({ name, title, company, reference }) => [
      name === '' ? 'مرحبا،' : `مرحبا ${name}،`,
      `توصلت ${company} بترشحك لعرض «${title}».`,
      `مرجع ترشحك: ${reference}`,
      'إذا لم تكن قد ترشحت، فقد أدخل شخص ما عنوانك بالخطأ، ولا داعي لفعل أي شيء.',
    ],
  },
  held: {
    subject: (company) => `طلبات ترشح محجوزة – ${company}`,
    text: ({ company, count, days, link }) => [
      `عدد طلبات الترشح المحجوزة لدى ${company}: ${count}. مُلئت فيها خانة لا يراها الناس، من برنامج رسائل مزعجة أو من إضافة في المتصفح.`,
      `مرّر ما أرسله أشخاص، واستبعد الباقي:\n${link}`,
      `كل طلب لم تقرر في شأنه يصل إلى نظام التوظيف بعد ${days} أيام. تصل هذه الرسالة مرة في اليوم على الأكثر.`,
    ],
  },
  end: ({ board, site, isByPerson }) =>
    `أُرسلت هذه الرسالة ${isByPerson ? 'عبر' : 'تلقائيا من'} ${board === null ? site : `${board}، ${site}`}`,
}

/** Every text of the mails, by language. */
export const mailWords: Record<Locale, MailWords> = { fr, en, ar }
