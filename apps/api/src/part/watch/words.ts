import type { Locale } from '@boardwalk/schema/company'

/** The last paragraphs of the mail about an ATS that has stopped. */
interface WatchWords {
  seeActivity: (link: string) => string
  turnOff: (account: string) => string
}

const fr: WatchWords = {
  seeActivity: (link) => `Voir les requêtes de votre ATS\u00a0:\n${link}`,
  turnOff: (account) =>
    `Vous recevez cet e-mail une fois par jour au plus, tant que le problème dure, car vous l’avez activé. Pour l’arrêter\u00a0:\n${account}`,
}

const en: WatchWords = {
  seeActivity: (link) => `See the requests of your ATS:\n${link}`,
  turnOff: (account) =>
    `You get this e-mail once a day at most, while the problem lasts, because you turned it on. To turn it off:\n${account}`,
}

const ar: WatchWords = {
  seeActivity: (link) => `عرض طلبات نظام التوظيف:\n${link}`,
  turnOff: (account) =>
    `تصلك هذه الرسالة مرة في اليوم على الأكثر ما دام المشكل قائماً، لأنك فعّلتها. لإيقافها:\n${account}`,
}

/** The texts of the mail, by language. */
export const watchWords: Record<Locale, WatchWords> = { fr, en, ar }
