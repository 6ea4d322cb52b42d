import type { Locale } from '../company.ts'
import { createPlural, isolate, pageLanguages } from './page-language.ts'

/* What users are told of an ATS that stopped: on the first page of the back office, and in mails. Instants are ISO 8601 in UTC. */

/** Applications wait longer than usual, because the ATS does not fetch them. */
export interface PollAlarm {
  waiting: number
  /** When a key last fetched candidates. Null if none ever did. */
  lastAt: string | null
  /** The usual distance of two polls. Null if it is not known yet. */
  usualMs: number | null
}

/** The ATS no longer sends jobs, or what it sends is refused. */
export interface PushAlarm {
  /** When the last push succeeded. */
  lastAt: string
  /** The usual distance of two pushes. Null if it is not known yet. */
  usualMs: number | null
  /** The last push that was refused since. Null if none was. */
  refusal: { at: string; message: string } | null
}

/** What is wrong with the ATS of a company. Each is null if all is well. */
export interface AtsAlarms {
  polls: PollAlarm | null
  pushes: PushAlarm | null
}

/** One alarm in words. */
export interface AlarmText {
  title: string
  sentences: string[]
}

const HOUR_MS = 60 * 60 * 1000
/** Shorter distances of polls or pushes are not told apart. */
export const SHORT_DISTANCE_MS = HOUR_MS / 3

interface AlarmWords {
  often: string
  daily: string
  usual: (distance: string) => string
  polls: { title: (waiting: number) => string; last: (at: string) => string; never: string; advice: string }
  pushes: { stopped: string; refused: string; last: (at: string) => string; advice: string }
  refusal: (at: string, message: string) => string
}

const [frPlural, enPlural, arPlural] = [createPlural('fr'), createPlural('en'), createPlural('ar')]

const fr: AlarmWords = {
  often: 'D’habitude, plusieurs fois par heure.',
  daily: 'D’habitude, chaque jour.',
  usual: (distance) => `Écart habituel\u00a0: ${distance}.`,
  polls: {
    title: (waiting) =>
      frPlural(waiting, {
        one: '# candidature n’a pas été récupérée par votre ATS',
        other: '# candidatures n’ont pas été récupérées par votre ATS',
      }),
    last: (at) => `Dernière récupération\u00a0: ${at}.`,
    never: 'Aucune clé n’a encore récupéré de candidatures.',
    advice: 'Si votre ATS n’a pas à les récupérer, donnez-lui une clé sans droit de lecture.',
  },
  pushes: {
    stopped: 'Votre ATS n’envoie plus d’offres',
    refused: 'Les offres qu’envoie votre ATS sont refusées',
    last: (at) => `Dernier envoi accepté\u00a0: ${at}.`,
    advice: 'Si c’est voulu, révoquez sa clé.',
  },
  refusal: (at, message) => `Dernier refus, le ${at}\u00a0: ${message}`,
}

const en: AlarmWords = {
  often: 'Usually several times an hour.',
  daily: 'Usually each day.',
  usual: (distance) => `Usual distance: ${distance}.`,
  polls: {
    title: (waiting) =>
      enPlural(waiting, {
        one: '# application has not been fetched by your ATS',
        other: '# applications have not been fetched by your ATS',
      }),
    last: (at) => `Last fetched: ${at}.`,
    never: 'No key has fetched applications yet.',
    advice: 'If your ATS is not to fetch them, give it a key without the right to read.',
  },
  pushes: {
    stopped: 'Your ATS has stopped sending jobs',
    refused: 'The jobs that your ATS sends are refused',
    last: (at) => `Last accepted: ${at}.`,
    advice: 'If this is on purpose, revoke its key.',
  },
  refusal: (at, message) => `Last refusal, on ${at}: ${message}`,
}

const ar: AlarmWords = {
  often: 'المعتاد: عدة مرات في الساعة.',
  daily: 'المعتاد: كل يوم.',
  usual: (distance) => `الفاصل المعتاد: ${distance}.`,
  polls: {
    title: (waiting) =>
      arPlural(waiting, {
        one: 'طلب ترشح واحد لم يجلبه نظام التوظيف',
        two: 'طلبا ترشح لم يجلبهما نظام التوظيف',
        few: '# طلبات ترشح لم يجلبها نظام التوظيف',
        many: '# طلب ترشح لم يجلبها نظام التوظيف',
        other: '# طلب ترشح لم يجلبها نظام التوظيف',
      }),
    last: (at) => `آخر جلب: ${at}.`,
    never: 'لم يجلب أي مفتاح طلبات الترشح بعد.',
    advice: 'إذا لم يكن على نظام التوظيف أن يجلبها، فأعطه مفتاحاً دون صلاحية القراءة.',
  },
  pushes: {
    stopped: 'توقف نظام التوظيف عن إرسال العروض',
    refused: 'العروض التي يرسلها نظام التوظيف مرفوضة',
    last: (at) => `آخر إرسال مقبول: ${at}.`,
    advice: 'إذا كان ذلك مقصوداً، فألغ مفتاحه.',
  },
  refusal: (at, message) => `آخر رفض، في ${at}: ${message}`,
}

const alarmWords: Record<Locale, AlarmWords> = { fr, en, ar }

/** Says in words what is wrong with the ATS of a company. `formatInstant` writes an instant as the reader's language does. */
export function describeAlarms(
  locale: Locale,
  { polls, pushes }: AtsAlarms,
  formatInstant: (at: string) => string,
): AlarmText[] {
  const words = alarmWords[locale]
  const format = (at: string) => isolate(formatInstant(at))
  const texts: AlarmText[] = []
  if (polls !== null) {
    const { title, last, never, advice } = words.polls
    const when = polls.lastAt === null ? never : last(format(polls.lastAt))
    texts.push({ title: title(polls.waiting), sentences: [when, ...describeUsual(locale, polls.usualMs), advice] })
  }
  if (pushes !== null) {
    const { stopped, refused, last, advice } = words.pushes
    const { lastAt, usualMs, refusal } = pushes
    const when = [last(format(lastAt)), ...describeUsual(locale, usualMs)]
    if (refusal === null) texts.push({ title: stopped, sentences: [...when, advice] })
    else
      texts.push({ title: refused, sentences: [...when, words.refusal(format(refusal.at), isolate(refusal.message))] })
  }
  return texts
}

/** Says the usual distance of polls or pushes, if it is known. */
function describeUsual(locale: Locale, usualMs: number | null): string[] {
  if (usualMs === null) return []
  const { often, daily, usual } = alarmWords[locale]
  if (usualMs <= SHORT_DISTANCE_MS) return [often]
  const hours = usualMs / HOUR_MS
  if (hours >= 20 && hours <= 28) return [daily]
  const [amount, unit] = hours < 1 ? [hours * 60, 'minute'] : hours < 48 ? [hours, 'hour'] : [hours / 24, 'day']
  const { intlLocale } = pageLanguages[locale]
  const options = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 } as const
  return [usual(new Intl.NumberFormat(intlLocale, options).format(amount))]
}
