import type { Locale } from '@boardwalk/schema/company'
import { applyFieldLabels } from '@boardwalk/schema/words/application-labels'
import { fieldLabels, termLabels } from '@boardwalk/schema/words/job-labels'
import { listLabels } from '@boardwalk/schema/words/list-labels'
import type { Translations } from '@boardwalk/schema/words/page-language'

/* The words of the files with whole lists, in each language. */

export const exportedLists = ['applications', 'jobs', 'audit', 'keyChanges', 'requests'] as const
export type ExportedListName = (typeof exportedLists)[number]

/** Spreadsheets of a language expect it between two cells. */
export const delimiters: Record<Locale, ',' | ';'> = { fr: ';', en: ',', ar: ';' }

export const fileNames: Record<ExportedListName, Translations> = {
  applications: { fr: 'candidatures', en: 'applications', ar: 'طلبات-الترشح' },
  jobs: { fr: 'offres', en: 'jobs', ar: 'عروض-العمل' },
  audit: { fr: 'journal-des-actions', en: 'audit-trail', ar: 'سجل-العمليات' },
  keyChanges: { fr: 'modifications-par-cle', en: 'changes-by-keys', ar: 'تغييرات-المفاتيح' },
  requests: { fr: 'requetes-api', en: 'api-requests', ar: 'طلبات-API' },
}

/** The headings of the columns. */
export const columnLabels = {
  at: { fr: 'Date (UTC)', en: 'Date (UTC)', ar: 'التاريخ (UTC)' },
  jobId: { fr: 'Numéro de l’offre', en: 'Job id', ar: 'رقم العرض' },
  externalId: listLabels.externalId,
  jobTitle: listLabels.job,
  title: fieldLabels.title,
  city: fieldLabels.city,
  country: fieldLabels.country,
  contractType: fieldLabels.contractType,
  hours: termLabels.hours,
  workMode: fieldLabels.workMode,
  status: listLabels.status,
  firstName: applyFieldLabels.firstName,
  lastName: applyFieldLabels.lastName,
  email: applyFieldLabels.email,
  phone: applyFieldLabels.phone,
  linkedin: applyFieldLabels.linkedinUrl,
  cv: applyFieldLabels.cv,
  statusAt: { fr: 'Statut défini le (UTC)', en: 'Status set on (UTC)', ar: 'تاريخ تحديد الحالة (UTC)' },
  statusBy: { fr: 'Statut défini par', en: 'Status set by', ar: 'حدد الحالة' },
  erasedAt: { fr: 'Effacée le (UTC)', en: 'Erased on (UTC)', ar: 'تاريخ المحو (UTC)' },
  message: applyFieldLabels.message,
  answers: listLabels.answers,
  notes: { fr: 'Notes (UTC)', en: 'Notes (UTC)', ar: 'الملاحظات (UTC)' },
  applicationId: { fr: 'Référence de la candidature', en: 'Application reference', ar: 'مرجع الترشح' },
  applications: { fr: 'Candidatures', en: 'Applications', ar: 'طلبات الترشح' },
  createdAt: { fr: 'Créée le (UTC)', en: 'Created (UTC)', ar: 'تاريخ الإنشاء (UTC)' },
  updatedAt: { fr: 'Modifiée le (UTC)', en: 'Last changed (UTC)', ar: 'آخر تغيير (UTC)' },
  closesAt: { fr: 'Fin des candidatures (UTC)', en: 'Applications close (UTC)', ar: 'آخر أجل للترشح (UTC)' },
  applyUrl: termLabels.applyUrl,
  jobUrl: listLabels.jobUrl,
  by: { fr: 'Par', en: 'By', ar: 'قام به' },
  action: { fr: 'Action', en: 'Action', ar: 'العملية' },
  target: { fr: 'Objet', en: 'Target', ar: 'موضوع العملية' },
  details: { fr: 'Détails', en: 'Details', ar: 'التفاصيل' },
  changes: listLabels.changes,
  operation: listLabels.operation,
  endpoint: listLabels.endpoint,
  answer: listLabels.answer,
  errorCode: listLabels.errorCode,
  errorMessage: { fr: 'Message', en: 'Message', ar: 'الرسالة' },
  sent: { fr: 'Envoyées dans le lot', en: 'Sent in the batch', ar: 'عدد عناصر الدفعة' },
  refused: { fr: 'Refusées du lot', en: 'Refused of the batch', ar: 'المرفوض من الدفعة' },
  warnings: { fr: 'Avertissements', en: 'Warnings', ar: 'التنبيهات' },
  durationMs: { fr: 'Durée (ms)', en: 'Duration (ms)', ar: 'المدة (ميلي ثانية)' },
  key: listLabels.key,
  keyEnding: { fr: 'Fin de la clé', en: 'End of the key', ar: 'نهاية المفتاح' },
  requestId: { fr: 'Identifiant de requête', en: 'Request id', ar: 'معرف الطلب' },
} satisfies Record<string, Translations>
