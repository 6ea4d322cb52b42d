import type { Locale } from '@boardwalk/schema/company'
import { number, plural } from '../plural.ts'

const en = {
  filter: {
    all: 'All',
    missing: 'A request is missing?',
    missingText:
      'A request with a wrong key or to a wrong address belongs to no company, so it cannot be listed. The answer to it tells why: 401, the x-api-key header is missing; 403, the key is incomplete, mistyped or of another board; 404, the address lacks /api or has a typing error. Of a batch, the number of its jobs is known here, and which were refused, but not which were taken.',
    answers: {
      success: 'Success (2xx)',
      warned: 'With warnings',
      refused: 'Refused (4xx)',
      failed: 'Server error (5xx)',
    },
    noMatchBackTo: (at: string) => `No matching requests back to ${at}.`,
  },
  requests: 'API requests',
  requestsText:
    'The last 14 days. Of a request we keep the ids of its jobs, why they were refused and what the board warned of (of a batch, the first ten of each), but no other content and no personal data.',
  audit: 'Audit trail',
  auditText: 'What users did with keys, other users, data and jobs, and what was erased automatically.',
  receivedBefore: 'Received before',
  none: 'No requests yet',
  noneText: 'Each request that your ATS makes with a key appears here for 14 days.',
  noMatch: 'No matching requests in the last 14 days.',
  noEvents: 'Nothing has been recorded yet.',
  failedOnly: 'Failed only',
  time: 'Time',
  wrongPaths: 'Wrong values',
  callerDisconnected: 'Caller disconnected',
  refused: (refused: number, sent: number) => `${number.en(refused)} of ${number.en(sent)} refused`,
  batch: 'Batch',
  warnings: (count: number) => plural.en(count, { one: '# warning', other: '# warnings' }),
  more: (count: number) => `And ${number.en(count)} more.`,
  itemNumber: (place: number) => `No. ${number.en(place)}`,
  duration: 'Duration',
  milliseconds: (amount: string) => `${amount} ms`,
  requestId: 'Request id',
  by: 'By',
  action: 'Action',
  target: 'Target',
  targetIs: 'Target:',
  details: 'Details',
}

type ActivityWords = typeof en

const fr: ActivityWords = {
  filter: {
    all: 'Toutes',
    missing: 'Il manque une requête\u00a0?',
    missingText:
      'Une requête avec une mauvaise clé ou à une mauvaise adresse n’appartient à aucune entreprise et ne peut pas figurer ici. Sa réponse dit pourquoi\u00a0: 401, l’en-tête x-api-key manque\u00a0; 403, la clé est incomplète, mal recopiée ou d’un autre site\u00a0; 404, l’adresse n’a pas /api ou contient une faute de frappe. D’un lot, on connaît ici le nombre d’offres et celles qui ont été refusées, pas celles qui ont été acceptées.',
    answers: {
      success: 'Succès (2xx)',
      warned: 'Avec avertissements',
      refused: 'Refus (4xx)',
      failed: 'Erreur du serveur (5xx)',
    },
    noMatchBackTo: (at) => `Aucune requête correspondante en remontant jusqu’au ${at}.`,
  },
  requests: 'Requêtes à l’API',
  requestsText:
    'Les 14 derniers jours. D’une requête, nous gardons les identifiants de ses offres, le motif des refus et les avertissements (d’un lot, les dix premiers de chaque), mais pas le reste de son contenu ni aucune donnée personnelle.',
  audit: 'Journal des actions',
  auditText:
    'Ce que les utilisateurs ont fait avec les clés, les autres utilisateurs, les données et les offres, et ce qui a été effacé automatiquement.',
  receivedBefore: 'Reçues avant le',
  none: 'Pas encore de requête',
  noneText: 'Chaque requête que votre ATS fait avec une clé figure ici pendant 14 jours.',
  noMatch: 'Aucune requête des 14 derniers jours ne correspond.',
  noEvents: 'Aucune action enregistrée pour l’instant.',
  failedOnly: 'Échecs seulement',
  time: 'Date',
  wrongPaths: 'Valeurs refusées',
  callerDisconnected: 'Appel interrompu',
  refused: (refused, sent) => `refus\u00a0: ${number.fr(refused)} sur ${number.fr(sent)}`,
  batch: 'Lot',
  warnings: (count) => plural.fr(count, { one: '# avertissement', other: '# avertissements' }),
  more: (count) => `Et ${number.fr(count)} de plus.`,
  itemNumber: (place) => `N°\u00a0${number.fr(place)}`,
  duration: 'Durée',
  milliseconds: (amount) => `${amount} ms`,
  requestId: 'Identifiant de requête',
  by: 'Par',
  action: 'Action',
  target: 'Objet',
  targetIs: 'Objet\u00a0:',
  details: 'Détails',
}

const ar: ActivityWords = {
  filter: {
    all: 'الكل',
    missing: 'لا تجد طلباً؟',
    missingText:
      'طلب بمفتاح خاطئ أو إلى عنوان خاطئ لا ينتمي إلى أي شركة، فلا يمكن أن يظهر هنا. جوابه يبين السبب: 401 غياب الترويسة x-api-key، و403 مفتاح ناقص أو منسوخ بخطأ أو من موقع آخر، و404 عنوان دون /api أو فيه خطأ. ويُعرف هنا من الدفعة عدد عروضها والمرفوض منها، دون التي قُبلت.',
    answers: { success: 'نجاح (2xx)', warned: 'مع تنبيهات', refused: 'رفض (4xx)', failed: 'خطأ في الخادم (5xx)' },
    noMatchBackTo: (at) => `لا توجد طلبات مطابقة رجوعاً إلى ${at}.`,
  },
  requests: 'طلبات API',
  requestsText:
    'آخر 14 يوماً. نحتفظ من الطلب بمعرفات عروضه وأسباب الرفض والتنبيهات (ومن الدفعة بأول عشرة من كل منها)، ولا نحتفظ بباقي محتواه ولا بأي بيانات شخصية.',
  audit: 'سجل العمليات',
  auditText: 'ما فعله المستخدمون بالمفاتيح والمستخدمين الآخرين والبيانات والعروض، وما مُحي تلقائياً.',
  receivedBefore: 'وصلت قبل',
  none: 'لا توجد طلبات بعد',
  noneText: 'كل طلب يرسله نظام التوظيف بمفتاح يظهر هنا مدة 14 يوماً.',
  noMatch: 'لا توجد طلبات مطابقة في آخر 14 يوماً.',
  noEvents: 'لم يُسجَّل شيء بعد.',
  failedOnly: 'الفاشلة فقط',
  time: 'الوقت',
  wrongPaths: 'القيم المرفوضة',
  callerDisconnected: 'انقطع الاتصال',
  refused: (refused, sent) => `رُفض ${number.ar(refused)} من ${number.ar(sent)}`,
  batch: 'الدفعة',
  warnings: (count) =>
    plural.ar(count, { one: 'تنبيه واحد', two: 'تنبيهان', few: '# تنبيهات', many: '# تنبيهاً', other: '# تنبيه' }),
  more: (count) => `وأخرى: ${number.ar(count)}`,
  itemNumber: (place) => `رقم ${number.ar(place)}`,
  duration: 'المدة',
  milliseconds: (amount) => `${amount} ملّي ثانية`,
  requestId: 'معرّف طلب API',
  by: 'المنفّذ',
  action: 'الإجراء',
  target: 'العنصر',
  targetIs: 'العنصر:',
  details: 'تفاصيل',
}

/** The words of the API’s requests and of the audit trail. */
export const activityWords: Record<Locale, ActivityWords> = { fr, en, ar }
