import type { ApplicationAttention } from '@boardwalk/schema/application'
import type { Locale } from '@boardwalk/schema/company'
import { isolate } from '@boardwalk/schema/words/page-language'
import { commonWords } from '../part/words.ts'
import { number, plural } from '../plural.ts'

const en = {
  liveJobs: 'Live jobs',
  seeLiveJobs: 'See live jobs',
  drafts: 'Drafts',
  seeDrafts: 'See drafts',
  seeApplications: 'See applications',
  heldBack: (count: number) =>
    plural.en(count, { one: '# application is held back', other: '# applications are held back' }),
  heldBackText:
    'A field that applicants do not see was filled in. Your ATS gets those that you mark as “Not spam”, and after 7 days those that you have not decided on.',
  seeHeldBack: 'See what is held back',
  attention: {
    new: (count: number, lastVisit: string) =>
      `${plural.en(count, { one: '# new application', other: '# new applications' })} since your last visit on ${lastVisit}`,
    unanswered: (count: number) =>
      plural.en(count, {
        one: '# application has waited for over 14 days with the status “New”',
        other: '# applications have waited for over 14 days with the status “New”',
      }),
    unconfirmed: (count: number) =>
      plural.en(count, {
        one: '# erasure that your ATS has not confirmed after 7 days',
        other: '# erasures that your ATS has not confirmed after 7 days',
      }),
  } satisfies Record<ApplicationAttention, (count: number, lastVisit: string) => string>,
  nothingNew: (lastVisit: string) => `No new applications since your last visit on ${lastVisit}`,
  errorsLastDay: 'API errors, last 24 hours',
  seeErrors: 'See errors',
  warned: (count: number) =>
    plural.en(count, {
      one: '# request of your ATS was answered with warnings in the last 24 hours',
      other: '# requests of your ATS were answered with warnings in the last 24 hours',
    }),
  atsActivity: 'Activity of your ATS',
  lastPush: 'Jobs last pushed',
  lastPoll: 'Candidates last fetched',
  never: 'Never',
  noKeys: {
    title: 'No API keys yet',
    text: 'Your ATS sends a key with each request. The key allows it to push jobs and fetch candidates. Generate your first key.',
    generate: 'Generate New Key',
  },
  noJobs: {
    title: 'No jobs yet',
    text: 'Your ATS pushes its jobs here with an API key. You can also write a job yourself.',
    create: 'New job',
  },
}

type HomeWords = typeof en

const fr: HomeWords = {
  liveJobs: 'Offres en ligne',
  seeLiveJobs: 'Voir les offres en ligne',
  drafts: 'Brouillons',
  seeDrafts: 'Voir les brouillons',
  seeApplications: 'Voir les candidatures',
  heldBack: (count) =>
    plural.fr(count, { one: '# candidature est à vérifier', other: '# candidatures sont à vérifier' }),
  heldBackText:
    'Un champ que les candidats ne voient pas était rempli. Votre ATS reçoit celles que vous acceptez et, après 7 jours, celles que vous n’avez pas traitées.',
  seeHeldBack: 'Voir les candidatures à vérifier',
  attention: {
    new: (count, lastVisit) =>
      `${plural.fr(count, { one: '# nouvelle candidature', other: '# nouvelles candidatures' })} depuis votre dernière visite le ${lastVisit}`,
    unanswered: (count) =>
      plural.fr(count, {
        one: '# candidature attend depuis plus de 14 jours au statut «\u00a0Nouvelle\u00a0»',
        other: '# candidatures attendent depuis plus de 14 jours au statut «\u00a0Nouvelle\u00a0»',
      }),
    unconfirmed: (count) =>
      plural.fr(count, {
        one: '# effacement que votre ATS n’a pas confirmé après 7 jours',
        other: '# effacements que votre ATS n’a pas confirmés après 7 jours',
      }),
  },
  nothingNew: (lastVisit) => `Aucune nouvelle candidature depuis votre dernière visite le ${lastVisit}`,
  errorsLastDay: 'Erreurs d’API, 24 heures',
  seeErrors: 'Voir les erreurs',
  warned: (count) =>
    plural.fr(count, {
      one: '# requête de votre ATS a reçu des avertissements ces dernières 24 heures',
      other: '# requêtes de votre ATS ont reçu des avertissements ces dernières 24 heures',
    }),
  atsActivity: 'Activité de votre ATS',
  lastPush: 'Dernier envoi d’offres',
  lastPoll: 'Dernière récupération des candidatures',
  never: 'Jamais',
  noKeys: {
    title: 'Pas encore de clé d’API',
    text: 'Votre ATS envoie une clé avec chaque requête. La clé lui permet d’envoyer des offres et de récupérer les candidatures. Générez votre première clé.',
    generate: 'Générer une nouvelle clé',
  },
  noJobs: {
    title: 'Pas encore d’offre',
    text: 'Votre ATS envoie ses offres ici avec une clé d’API. Vous pouvez aussi en écrire une vous-même.',
    create: 'Nouvelle offre',
  },
}

const ar: HomeWords = {
  liveJobs: 'العروض المنشورة',
  seeLiveJobs: 'عرض العروض المنشورة',
  drafts: 'المسودات',
  seeDrafts: 'عرض المسودات',
  seeApplications: 'عرض طلبات الترشح',
  heldBack: (count) => `المحجوز: ${commonWords.ar.applications(count)}`,
  heldBackText: 'مُلئت خانة لا يراها الناس. يتلقى نظام التوظيف ما تمرره، وبعد 7 أيام ما لم تقرر في شأنه.',
  seeHeldBack: 'عرض المحجوز',
  attention: {
    new: (count, lastVisit) => `${commonWords.ar.applications(count)} منذ زيارتك الأخيرة في ${isolate(lastVisit)}`,
    unanswered: (count) => `ما زال بحالة «جديد» منذ أكثر من 14 يوماً: ${commonWords.ar.applications(count)}`,
    unconfirmed: (count) => `محو لم يؤكده نظام التوظيف بعد 7 أيام: ${commonWords.ar.applications(count)}`,
  },
  nothingNew: (lastVisit) => `لا جديد منذ زيارتك الأخيرة في ${isolate(lastVisit)}`,
  errorsLastDay: 'أخطاء API، آخر 24 ساعة',
  seeErrors: 'عرض الأخطاء',
  warned: (count) => `طلبات نظام التوظيف التي أُجيب عنها بتنبيهات في آخر 24 ساعة: ${number.ar(count)}`,
  atsActivity: 'نشاط نظام التوظيف لديك',
  lastPush: 'آخر إرسال للعروض',
  lastPoll: 'آخر جلب لطلبات الترشح',
  never: 'لم يحدث بعد',
  noKeys: {
    title: 'لا توجد مفاتيح بعد',
    text: 'يرسل نظام التوظيف مفتاحاً مع كل طلب. يتيح له المفتاح إرسال العروض وجلب المرشحين. أنشئ مفتاحك الأول.',
    generate: 'إنشاء مفتاح جديد',
  },
  noJobs: {
    title: 'لا توجد عروض بعد',
    text: 'يرسل نظام التوظيف عروضه إلى هنا بمفتاح API. ويمكنك أيضاً كتابة عرض بنفسك.',
    create: 'عرض جديد',
  },
}

/** The words of the home page. */
export const homeWords: Record<Locale, HomeWords> = { fr, en, ar }
