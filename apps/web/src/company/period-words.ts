import type { Locale } from '@boardwalk/schema/company'
import { number, plural } from '../plural.ts'

const inMonths = (months: number) =>
  plural.ar(months, { one: 'شهر واحد', two: 'شهرين', few: '# أشهر', many: '# شهراً', other: '# شهر' })
const inDays = (days: number) =>
  plural.ar(days, { one: 'يوم واحد', two: 'يومين', few: '# أيام', many: '# يوماً', other: '# يوم' })

const en = {
  pushRule: {
    duration: (days: number) => plural.en(days, { one: '# day without a push', other: '# days without a push' }),
    off: 'never',
    title: 'Jobs that your ATS no longer pushes',
    isOff: 'Jobs stay published until your ATS or a user unpublishes them.',
    on: (days: number) =>
      `A job with an external id is unpublished if your ATS has not pushed it for ${plural.en(days, { one: '# day', other: '# days' })}. A push that changes nothing counts, too.`,
    soon: (count: number) =>
      plural.en(count, {
        one: 'At the next check, # job is unpublished.',
        other: 'At the next check, # jobs are unpublished.',
      }),
    period: 'Days without a push',
    periodHint: (daysMax: number) =>
      `From 1 to ${number.en(daysMax)}. If your ATS pushes every night, a week is enough. The next step shows how many jobs that concerns.`,
    periodProblem: (daysMax: number) => `Enter a whole number from 1 to ${number.en(daysMax)}.`,
    next: 'Continue…',
    confirmTitle: (days: number) =>
      `Unpublish jobs after ${plural.en(days, { one: '# day', other: '# days' })} without a push?`,
    notPushed: (count: number) =>
      count === 0
        ? 'At present, no job has gone so long without a push.'
        : plural.en(count, {
            one: '# job has gone so long without a push or a change.',
            other: '# jobs have gone so long without a push or a change.',
          }),
    fromToday: 'The days are counted from today on, so your ATS has time to push its jobs.',
    atOnce: 'Jobs that have gone so long without a push are unpublished now.',
    turnOn: 'Unpublish automatically',
    turnOff: 'Stop unpublishing',
    turnOffTitle: 'Stop unpublishing jobs that are not pushed?',
    turnOffText:
      'Jobs then stay published until your ATS or a user unpublishes them. What has been unpublished stays unpublished.',
    saved: 'Saved.',
  },
  retention: {
    title: 'How long applications are kept',
    off: 'Applications are kept until a user erases them.',
    on: (months: number) =>
      `Applications are erased automatically ${plural.en(months, { one: '# month', other: '# months' })} after they arrive: what the applicant sent, with the CV.`,
    kept: 'The date, the job and the status are always kept.',
    period: 'Months',
    periodHint: (monthsMax: number) => `From 1 to ${number.en(monthsMax)}. The next step shows what would be erased.`,
    periodProblem: (monthsMax: number) => `Enter a whole number from 1 to ${number.en(monthsMax)}.`,
    duration: (months: number) => plural.en(months, { one: '# month', other: '# months' }),
    noLimit: 'no limit',
    next: 'Continue…',
    confirmTitle: (months: number) =>
      `Erase applications after ${plural.en(months, { one: '# month', other: '# months' })}?`,
    wouldErase: (count: number, hasMore: boolean) =>
      count === 0
        ? 'No application is older, so nothing is erased now.'
        : `${hasMore ? 'More than ' : ''}${plural.en(count, { one: '# application is', other: '# applications are' })} older, and will be erased now.`,
    daily:
      'From then on, applications that become older are erased every day. Your ATS may have copies. You have to erase them there.',
    turnOn: 'Erase automatically',
    turnOff: 'Stop erasing',
    turnOffTitle: 'Stop erasing old applications?',
    turnOffText: 'Applications are then kept until a user erases them. What has been erased does not come back.',
    saved: 'Saved.',
    underWay: (count: number) =>
      plural.en(count, { one: 'Erasing… # application so far.', other: 'Erasing… # applications so far.' }),
    lastRun: 'Last run',
    erased: (count: number) => plural.en(count, { one: '# application erased', other: '# applications erased' }),
    failed: 'The last attempt failed. It is repeated automatically.',
  },
}

export type PeriodWords = typeof en

const fr: PeriodWords = {
  pushRule: {
    duration: (days) => plural.fr(days, { one: '# jour sans envoi', other: '# jours sans envoi' }),
    off: 'jamais',
    title: 'Offres que votre ATS n’envoie plus',
    isOff: 'Les offres restent en ligne jusqu’à ce que votre ATS ou un utilisateur les dépublie.',
    on: (days) =>
      `Une offre avec identifiant externe est dépubliée si votre ATS ne l’a pas envoyée depuis ${plural.fr(days, { one: '# jour', other: '# jours' })}. Un envoi qui ne change rien compte aussi.`,
    soon: (count) =>
      plural.fr(count, {
        one: 'À la prochaine vérification, # offre sera dépubliée.',
        other: 'À la prochaine vérification, # offres seront dépubliées.',
      }),
    period: 'Jours sans envoi',
    periodHint: (daysMax) =>
      `De 1 à ${number.fr(daysMax)}. Si votre ATS envoie ses offres chaque nuit, une semaine suffit. L’étape suivante montre combien d’offres sont concernées.`,
    periodProblem: (daysMax) => `Indiquez un nombre entier de 1 à ${number.fr(daysMax)}.`,
    next: 'Continuer…',
    confirmTitle: (days) =>
      `Dépublier les offres après ${plural.fr(days, { one: '# jour', other: '# jours' })} sans envoi\u00a0?`,
    notPushed: (count) =>
      count === 0
        ? 'Actuellement, aucune offre n’est restée si longtemps sans envoi.'
        : plural.fr(count, {
            one: '# offre est restée si longtemps sans envoi ni modification.',
            other: '# offres sont restées si longtemps sans envoi ni modification.',
          }),
    fromToday: 'Les jours sont comptés à partir d’aujourd’hui\u00a0: votre ATS a le temps d’envoyer ses offres.',
    atOnce: 'Les offres restées si longtemps sans envoi sont dépubliées maintenant.',
    turnOn: 'Dépublier automatiquement',
    turnOff: 'Ne plus dépublier',
    turnOffTitle: 'Ne plus dépublier les offres qui ne sont pas envoyées\u00a0?',
    turnOffText:
      'Les offres resteront en ligne jusqu’à ce que votre ATS ou un utilisateur les dépublie. Celles qui sont dépubliées le restent.',
    saved: 'Enregistré.',
  },
  retention: {
    title: 'Durée de conservation des candidatures',
    off: 'Les candidatures sont gardées jusqu’à ce qu’un utilisateur les efface.',
    on: (months) =>
      `Les candidatures sont effacées automatiquement ${plural.fr(months, { one: '# mois', other: '# mois' })} après leur arrivée\u00a0: ce que le candidat a envoyé, avec le CV.`,
    kept: 'La date, l’offre et le statut restent toujours.',
    period: 'Mois',
    periodHint: (monthsMax) => `De 1 à ${number.fr(monthsMax)}. L’étape suivante montre ce qui serait effacé.`,
    periodProblem: (monthsMax) => `Indiquez un nombre entier de 1 à ${number.fr(monthsMax)}.`,
    duration: (months) => plural.fr(months, { one: '# mois', other: '# mois' }),
    noLimit: 'sans limite',
    next: 'Continuer…',
    confirmTitle: (months) =>
      `Effacer les candidatures après ${plural.fr(months, { one: '# mois', other: '# mois' })}\u00a0?`,
    wouldErase: (count, hasMore) => {
      if (count === 0) return 'Aucune candidature n’est plus ancienne\u00a0: rien n’est effacé maintenant.'
      return hasMore
        ? `Plus de ${plural.fr(count, { one: '# candidature est plus ancienne et sera effacée', other: '# candidatures sont plus anciennes et seront effacées' })} maintenant.`
        : `${plural.fr(count, { one: '# candidature est plus ancienne et sera effacée', other: '# candidatures sont plus anciennes et seront effacées' })} maintenant.`
    },
    daily:
      'Ensuite, celles qui deviennent plus anciennes sont effacées chaque jour. Votre ATS a peut-être des copies, que vous devez effacer là-bas.',
    turnOn: 'Effacer automatiquement',
    turnOff: 'Ne plus effacer',
    turnOffTitle: 'Ne plus effacer les anciennes candidatures\u00a0?',
    turnOffText:
      'Les candidatures seront gardées jusqu’à ce qu’un utilisateur les efface. Ce qui est effacé ne revient pas.',
    saved: 'Enregistré.',
    underWay: (count) =>
      plural.fr(count, {
        one: 'Effacement en cours… # candidature jusqu’ici.',
        other: 'Effacement en cours… # candidatures jusqu’ici.',
      }),
    lastRun: 'Dernier passage',
    erased: (count) => plural.fr(count, { one: '# candidature effacée', other: '# candidatures effacées' }),
    failed: 'La dernière tentative a échoué. Elle est répétée automatiquement.',
  },
}

const ar: PeriodWords = {
  pushRule: {
    duration: (days) =>
      plural.ar(days, {
        one: 'يوم واحد دون إرسال',
        two: 'يومان دون إرسال',
        few: '# أيام دون إرسال',
        many: '# يوماً دون إرسال',
        other: '# يوم دون إرسال',
      }),
    off: 'أبداً',
    title: 'العروض التي لم يعد نظام التوظيف يرسلها',
    isOff: 'تبقى العروض منشورة إلى أن يلغي نشرها نظام التوظيف أو مستخدم.',
    on: (days) =>
      `يُلغى نشر كل عرض له معرّف خارجي إن لم يرسله نظام التوظيف منذ ${inDays(days)}. ويُحسب أيضاً الإرسال الذي لا يغير شيئاً.`,
    soon: (count) => `العروض التي سيُلغى نشرها في المراجعة القادمة: ${number.ar(count)}.`,
    period: 'عدد الأيام دون إرسال',
    periodHint: (daysMax) =>
      `من 1 إلى ${number.ar(daysMax)}. إن كان نظام التوظيف يرسل عروضه كل ليلة، فأسبوع يكفي. تعرض الخطوة التالية عدد العروض المعنية.`,
    periodProblem: (daysMax) => `أدخل عدداً صحيحاً من 1 إلى ${number.ar(daysMax)}.`,
    next: 'متابعة…',
    confirmTitle: (days) => `إلغاء نشر العروض بعد ${inDays(days)} دون إرسال؟`,
    notPushed: (count) =>
      count === 0
        ? 'لا يوجد الآن عرض بقي هذه المدة دون إرسال.'
        : `العروض التي بقيت هذه المدة دون إرسال أو تغيير: ${number.ar(count)}.`,
    fromToday: 'تُحسب الأيام ابتداءً من اليوم، فلدى نظام التوظيف وقت لإرسال عروضه.',
    atOnce: 'يُلغى الآن نشر العروض التي بقيت هذه المدة دون إرسال.',
    turnOn: 'إلغاء النشر تلقائياً',
    turnOff: 'إيقاف إلغاء النشر',
    turnOffTitle: 'إيقاف إلغاء نشر العروض التي لا تُرسل؟',
    turnOffText: 'تبقى العروض بعد ذلك منشورة إلى أن يلغي نشرها نظام التوظيف أو مستخدم. وما أُلغي نشره يبقى كذلك.',
    saved: 'حُفظ.',
  },
  retention: {
    title: 'مدة الاحتفاظ بالطلبات',
    off: 'تبقى الطلبات إلى أن يمحوها مستخدم.',
    on: (months) => `تُمحى الطلبات تلقائياً بعد ${inMonths(months)} من وصولها: ما أرسله المترشح مع سيرته الذاتية.`,
    kept: 'يبقى التاريخ والعرض والحالة دائماً.',
    period: 'عدد الأشهر',
    periodHint: (monthsMax) => `من 1 إلى ${number.ar(monthsMax)}. تعرض الخطوة التالية ما سيُمحى.`,
    periodProblem: (monthsMax) => `أدخل عدداً صحيحاً من 1 إلى ${number.ar(monthsMax)}.`,
    duration: (months) => inMonths(months),
    noLimit: 'بلا حد',
    next: 'متابعة…',
    confirmTitle: (months) => `محو الطلبات بعد ${inMonths(months)}؟`,
    wouldErase: (count, hasMore) =>
      count === 0
        ? 'لا توجد طلبات أقدم، فلن يُمحى شيء الآن.'
        : `الطلبات الأقدم التي ستُمحى الآن: ${hasMore ? 'أكثر من ' : ''}${number.ar(count)}.`,
    daily: 'بعد ذلك يُمحى كل يوم ما يصبح أقدم. قد تكون لدى نظام التوظيف نسخ، وعليك محوها هناك.',
    turnOn: 'المحو تلقائياً',
    turnOff: 'إيقاف المحو',
    turnOffTitle: 'إيقاف محو الطلبات القديمة؟',
    turnOffText: 'تبقى الطلبات بعد ذلك إلى أن يمحوها مستخدم. ما مُحي لا يعود.',
    saved: 'حُفظ.',
    underWay: (count) => `يجري المحو… الطلبات الممحوة حتى الآن: ${number.ar(count)}.`,
    lastRun: 'آخر مرة',
    erased: (count) => `الطلبات الممحوة: ${number.ar(count)}`,
    failed: 'فشلت المحاولة الأخيرة. تُعاد تلقائياً.',
  },
}

/** The words of the two settings that act after a period. */
export const periodWords: Record<Locale, PeriodWords> = { fr, en, ar }
