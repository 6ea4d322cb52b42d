import type { Locale } from '@boardwalk/schema/company'
import { createPlural } from '@boardwalk/schema/words/page-language'

/** Every text of the daily digest in one language. It is made of paragraphs. */
interface DigestWords {
  subject: (company: string, applications: number) => string
  text: (mail: {
    company: string
    /** The new applications of each job. */
    jobs: { title: string; count: number }[]
    /** The new applications to jobs that the mail does not name. */
    others: number
    /** What the other parts of the board have to say. */
    lines: string[]
    held: number
    unanswered: number
    unansweredDays: number
    link: string
    account: string
  }) => string[]
}

const frPlural = createPlural('fr')

const fr: DigestWords = {
  subject: (company, applications) =>
    `${frPlural(applications, { one: '# nouvelle candidature', other: '# nouvelles candidatures' })}\u00a0– ${company}`,
  text: ({ company, jobs, others, lines, held, unanswered, unansweredDays, link, account }) => [
    `Voici ce qui est nouveau chez ${company} depuis le dernier résumé.`,
    lines.join('\n'),
    [
      ...jobs.map(({ title, count }) => `${title}\u00a0: ${count}`),
      ...(others > 0 ? [`Autres offres\u00a0: ${others}`] : []),
    ].join('\n'),
    [
      ...(held > 0 ? [`Candidatures à vérifier, qui attendent votre décision\u00a0: ${held}`] : []),
      ...(unanswered > 0 ? [`Encore «\u00a0Nouvelle\u00a0» après ${unansweredDays} jours\u00a0: ${unanswered}`] : []),
    ].join('\n'),
    `Lire les candidatures\u00a0:\n${link}`,
    `Vous recevez ce résumé une fois par jour au plus, car vous l’avez activé. Pour l’arrêter\u00a0:\n${account}`,
  ],
}

const enPlural = createPlural('en')

const en: DigestWords = {
  subject: (company, applications) =>
    `${enPlural(applications, { one: '# new application', other: '# new applications' })} – ${company}`,
  text: ({ company, jobs, others, lines, held, unanswered, unansweredDays, link, account }) => [
    `This is new at ${company} since the last digest.`,
    lines.join('\n'),
    [...jobs.map(({ title, count }) => `${title}: ${count}`), ...(others > 0 ? [`Other jobs: ${others}`] : [])].join(
      '\n',
    ),
    [
      ...(held > 0 ? [`Applications that are held back and wait for your decision: ${held}`] : []),
      ...(unanswered > 0 ? [`Still “New” after ${unansweredDays} days: ${unanswered}`] : []),
    ].join('\n'),
    `Read the applications:\n${link}`,
    `You get this digest once a day at most, because you turned it on. To turn it off:\n${account}`,
  ],
}

const arPlural = createPlural('ar')

const ar: DigestWords = {
  subject: (company, applications) =>
    `${arPlural(applications, { zero: 'لا طلبات ترشح جديدة', one: 'طلب ترشح جديد', two: 'طلبا ترشح جديدان', few: '# طلبات ترشح جديدة', other: '# طلب ترشح جديد' })} – ${company}`,
  text: ({ company, jobs, others, lines, held, unanswered, unansweredDays, link, account }) => [
    `هذا هو الجديد لدى ${company} منذ آخر ملخص.`,
    lines.join('\n'),
    [...jobs.map(({ title, count }) => `${title}: ${count}`), ...(others > 0 ? [`عروض أخرى: ${others}`] : [])].join(
      '\n',
    ),
    [
      ...(held > 0 ? [`طلبات محجوزة تنتظر قرارك: ${held}`] : []),
      ...(unanswered > 0 ? [`ما زالت «جديد» بعد ${unansweredDays} يوماً: ${unanswered}`] : []),
    ].join('\n'),
    `قراءة طلبات الترشح:\n${link}`,
    `يصلك هذا الملخص مرة في اليوم على الأكثر لأنك فعّلته. لإيقافه:\n${account}`,
  ],
}

/** Every text of the daily digest, by language. */
export const digestWords: Record<Locale, DigestWords> = { fr, en, ar }
