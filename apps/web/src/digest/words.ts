import type { Locale } from '@boardwalk/schema/company'

const en = {
  title: 'Digest by e-mail',
  text: 'Each morning, the numbers of new applications by job, of those held back, and of those without an answer, and whether your ATS has stopped. Nothing new, no e-mail. It has no names.',
  send: 'Send me the daily digest',
  on: (email: string) => `The daily digest is sent to ${email}.`,
  off: 'The daily digest is no longer sent.',
}

type DigestWords = typeof en

const fr: DigestWords = {
  title: 'Résumé par e-mail',
  text: 'Chaque matin, le nombre de nouvelles candidatures par offre, de candidatures à vérifier et de candidatures sans réponse, et si votre ATS est à l’arrêt. Rien de nouveau, pas d’e-mail. Les noms n’y figurent pas.',
  send: 'M’envoyer le résumé du jour',
  on: (email) => `Le résumé du jour est envoyé à ${email}.`,
  off: 'Le résumé du jour n’est plus envoyé.',
}

const ar: DigestWords = {
  title: 'ملخص عبر البريد الإلكتروني',
  text: 'كل صباح، عدد طلبات الترشح الجديدة لكل عرض، والطلبات المحجوزة، والطلبات التي لم يُجب عنها، وهل توقف نظام التوظيف. إذا لم يوجد جديد فلا تصلك رسالة. لا يتضمن أسماء.',
  send: 'إرسال الملخص اليومي إليّ',
  on: (email) => `يُرسل الملخص اليومي إلى \u2066${email}\u2069.`,
  off: 'لن يُرسل الملخص اليومي بعد الآن.',
}

/** The words of the choice of the daily digest. */
export const digestWords: Record<Locale, DigestWords> = { fr, en, ar }
