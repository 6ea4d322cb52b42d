import type { Locale } from '@boardwalk/schema/company'

const en = {
  seeActivity: 'See the requests of your ATS',
  mails: {
    title: 'Alarm by e-mail',
    text: 'Once a day while your ATS stands still: it leaves applications longer than usual, no longer sends jobs, or what it sends is refused.',
    send: 'Tell me when our ATS stops',
    on: (email: string) => `Alarms are sent to ${email}.`,
    off: 'Alarms are no longer sent.',
  },
}

type WatchWords = typeof en

const fr: WatchWords = {
  seeActivity: 'Voir les requêtes de votre ATS',
  mails: {
    title: 'Alerte par e-mail',
    text: 'Une fois par jour tant que votre ATS est à l’arrêt\u00a0: il laisse attendre des candidatures plus longtemps que d’habitude, n’envoie plus d’offres, ou ses envois sont refusés.',
    send: 'Me prévenir quand notre ATS s’arrête',
    on: (email) => `Les alertes sont envoyées à ${email}.`,
    off: 'Les alertes ne sont plus envoyées.',
  },
}

const ar: WatchWords = {
  seeActivity: 'عرض طلبات نظام التوظيف',
  mails: {
    title: 'تنبيه عبر البريد الإلكتروني',
    text: 'مرة في اليوم ما دام نظام التوظيف متوقفاً: يترك طلبات الترشح تنتظر أكثر من المعتاد، أو لم يعد يرسل عروضاً، أو يُرفض ما يرسله.',
    send: 'تنبيهي عند توقف نظام التوظيف',
    on: (email) => `تُرسل التنبيهات إلى \u2066${email}\u2069.`,
    off: 'لن تُرسل التنبيهات بعد الآن.',
  },
}

/** The words about an ATS that has stopped. What is wrong with it is said in `@boardwalk/schema/words/ats-alarms`. */
export const watchWords: Record<Locale, WatchWords> = { fr, en, ar }
