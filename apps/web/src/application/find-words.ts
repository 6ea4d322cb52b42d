import type { Locale } from '@boardwalk/schema/company'
import { isolate } from '@boardwalk/schema/words/page-language'
import type { Answers } from '../trpc.ts'

type Found = Answers['application']['find']['found'][number]

const en = {
  tab: 'Find a candidate',
  text: 'A candidate is missing in your ATS? Enter the reference on the applicant’s confirmation page, or on the page of an error. If the applicant has neither, choose the days.',
  reference: 'Reference of the application or of the error',
  none: 'Nothing was found. We keep for 14 days what became of refused forms.',
  isMore: 'There are more. Choose fewer days.',
  withoutId: 'A form without a reference',
  places: {
    delivered: 'Delivered',
    ready: 'Ready for your ATS',
    waiting: 'In the mailbox',
    held: 'Held back',
    erased: 'Erased',
    refused: 'Refused',
    gone: 'No longer here',
  } satisfies Record<Found['place'], string>,
  explained: {
    delivered: 'A poll with one of your keys got it. Its date:',
    ready: 'No recorded poll has got it. Your ATS gets it if it asks for candidates of this date:',
    waiting: 'Your ATS gets it with its next poll. Its date:',
    held: 'A user accepts or discards it. Otherwise your ATS gets it after:',
    erased: 'Only the job, the status and this date are kept:',
    refused: 'The applicant saw what to correct, and has not sent it again.',
    gone: 'It was held back, and then discarded or erased.',
  } satisfies Record<Found['place'], string>,
  forms: 'Its forms in the last 14 days',
  outcomes: {
    accepted: 'accepted',
    repeated: 'the same form again',
    held: 'held back',
    refused: 'refused',
  } satisfies Record<Found['forms'][number]['outcome'], string>,
  reasons: {
    invalid_request: 'something in it was wrong',
    too_many_applications: 'too many forms came from this address',
    uploads_closed: 'the server did not take a CV',
    job_unpublished: 'the job was not published',
    applications_elsewhere: 'people apply for the job on another page',
    job_closed: 'applications for the job had closed',
    company_withdrawn: 'your company was suspended',
    overloaded: 'the server was busy',
  },
  failed: 'the server failed',
  polls: 'Which keys asked for it',
  gotIt: (key: string, at: string) => `The key “${key}” got it: ${at}.`,
  passed: (key: string, at: string) => `The key “${key}” did not get it. It asked only for later ones: ${at}.`,
  notReached: (key: string, at: string) =>
    `No recorded poll of the key “${key}” reached it. The last poll of this key: ${at}.`,
  noPolls: 'No key of the company has fetched candidates yet.',
}

type FindWords = typeof en

const fr: FindWords = {
  tab: 'Trouver une candidature',
  text: 'Une candidature manque dans votre ATS\u00a0? Saisissez la référence de la page de confirmation du candidat, ou celle d’une page d’erreur. Si le candidat n’a ni l’une ni l’autre, choisissez les jours.',
  reference: 'Référence de la candidature ou de l’erreur',
  none: 'Aucun résultat. Nous gardons pendant 14 jours ce que sont devenus les formulaires refusés.',
  isMore: 'Il y en a d’autres. Choisissez moins de jours.',
  withoutId: 'Un formulaire sans référence',
  places: {
    delivered: 'Remise',
    ready: 'Prête pour votre ATS',
    waiting: 'Dans la boîte d’arrivée',
    held: 'À vérifier',
    erased: 'Effacée',
    refused: 'Refusée',
    gone: 'N’est plus ici',
  },
  explained: {
    delivered: 'Une demande avec l’une de vos clés l’a reçue. Sa date\u00a0:',
    ready:
      'Aucune demande enregistrée ne l’a reçue. Votre ATS la reçoit s’il demande les candidatures de cette date\u00a0:',
    waiting: 'Votre ATS la reçoit à sa prochaine demande. Sa date\u00a0:',
    held: 'Un utilisateur l’accepte ou l’écarte. Sinon votre ATS la reçoit après le\u00a0:',
    erased: 'Il ne reste que l’offre, le statut et cette date\u00a0:',
    refused: 'Le candidat a vu ce qu’il devait corriger, et ne l’a pas renvoyée.',
    gone: 'Elle était à vérifier, puis a été écartée ou effacée.',
  },
  forms: 'Ses formulaires des 14 derniers jours',
  outcomes: {
    accepted: 'accepté',
    repeated: 'le même formulaire une nouvelle fois',
    held: 'à vérifier',
    refused: 'refusé',
  },
  reasons: {
    invalid_request: 'une réponse n’était pas valable',
    too_many_applications: 'trop de formulaires venaient de cette adresse',
    uploads_closed: 'le serveur ne prenait pas de CV',
    job_unpublished: 'l’offre n’était pas publiée',
    applications_elsewhere: 'les candidatures à l’offre se font sur une autre page',
    job_closed: 'les candidatures pour l’offre étaient closes',
    company_withdrawn: 'votre entreprise était suspendue',
    overloaded: 'le serveur était occupé',
  },
  failed: 'le serveur a échoué',
  polls: 'Les clés qui l’ont demandée',
  gotIt: (key, at) => `La clé «\u00a0${key}\u00a0» l’a reçue\u00a0: ${at}.`,
  passed: (key, at) =>
    `La clé «\u00a0${key}\u00a0» ne l’a pas reçue. Elle n’en demandait que de plus récentes\u00a0: ${at}.`,
  notReached: (key, at) =>
    `Aucune demande enregistrée de la clé «\u00a0${key}\u00a0» ne l’a atteinte. Sa dernière demande\u00a0: ${at}.`,
  noPolls: 'Aucune clé de l’entreprise n’a encore récupéré de candidatures.',
}

const ar: FindWords = {
  tab: 'البحث عن طلب',
  text: 'هل ينقص طلب في نظام التوظيف؟ أدخل المرجع الظاهر في صفحة التأكيد لدى المترشح، أو مرجع الخطأ الظاهر في صفحة خطأ. إن لم يكن لديه أي منهما فاختر الأيام.',
  reference: 'مرجع الترشح أو مرجع الخطأ',
  none: 'لا يُعرف عنه شيء. نحتفظ 14 يوماً بما آلت إليه النماذج المرفوضة.',
  isMore: 'هناك المزيد. اختر أياماً أقل.',
  withoutId: 'نموذج بلا مرجع',
  places: {
    delivered: 'سُلّم',
    ready: 'جاهز لنظام التوظيف',
    waiting: 'في صندوق الوارد',
    held: 'محجوز',
    erased: 'مُحي',
    refused: 'مرفوض',
    gone: 'لم يعد هنا',
  },
  explained: {
    delivered: 'تلقاه استعلام بأحد مفاتيحكم. تاريخه:',
    ready: 'لم يتلقه أي استعلام مسجل. يتلقاه نظام التوظيف إذا طلب طلبات هذا التاريخ:',
    waiting: 'يتلقاه نظام التوظيف مع استعلامه التالي. تاريخه:',
    held: 'يمرره مستخدم أو يستبعده، وإلا تلقاه نظام التوظيف بعد:',
    erased: 'لم يبق منه سوى العرض والحالة وهذا التاريخ:',
    refused: 'رأى المترشح ما عليه تصحيحه، ولم يرسله ثانية.',
    gone: 'كان محجوزاً، ثم استُبعد أو مُحي.',
  },
  forms: 'نماذجه في آخر 14 يوماً',
  outcomes: { accepted: 'مقبول', repeated: 'النموذج نفسه مرة أخرى', held: 'محجوز', refused: 'مرفوض' },
  reasons: {
    invalid_request: 'كان فيه ما لا يصح',
    too_many_applications: 'وصلت نماذج كثيرة من هذا العنوان',
    uploads_closed: 'لم يكن الخادم يقبل سيرة ذاتية',
    job_unpublished: 'لم يكن العرض منشوراً',
    applications_elsewhere: 'الترشح للعرض يتم عبر صفحة أخرى',
    job_closed: 'كان أجل الترشح للعرض قد انتهى',
    company_withdrawn: 'كانت شركتك موقوفة',
    overloaded: 'كان الخادم مشغولاً',
  },
  failed: 'تعطل الخادم',
  polls: 'من طلبه',
  gotIt: (key, at) => `تلقاه المفتاح «${isolate(key)}»: ${at}.`,
  passed: (key, at) => `لم يتلقه المفتاح «${isolate(key)}»، إذ طلب ما بعده فقط: ${at}.`,
  notReached: (key, at) => `لم يصل إليه أي استعلام مسجل للمفتاح «${isolate(key)}». آخر استعلام له: ${at}.`,
  noPolls: 'لم يجلب أي مفتاح للشركة طلبات ترشح بعد.',
}

/** The words of the search for a candidate that the ATS lacks. */
export const findWords: Record<Locale, FindWords> = { fr, en, ar }
