import type { Locale } from '@boardwalk/schema/company'
import type { OperationName } from '@boardwalk/schema/operations'
import { commonWords } from '../part/words.ts'
import { plural } from '../plural.ts'

const en = {
  /** What each operation does, in the order of the API's reference. */
  names: {
    createJob: 'Create a job',
    updateJob: 'Send a job',
    unpublishJob: 'Withdraw a job',
    linkJobs: 'Link jobs',
    upsertJobs: 'Send a batch of jobs',
    getJob: 'Read a job',
    listJobs: 'List jobs',
    listCandidates: 'Candidates of a job',
    listAllCandidates: 'All candidates',
    getCandidate: 'Read a candidate',
    downloadCv: 'Download a CV',
    updateCandidates: 'Statuses of candidates',
    getMe: 'Check the key',
  } satisfies Record<OperationName, string>,
  jobs: (count: number) => plural.en(count, { one: '# job', other: '# jobs' }),
  links: (count: number) => plural.en(count, { one: '# link', other: '# links' }),
  candidates: (count: number) => plural.en(count, { one: '# candidate', other: '# candidates' }),
}

type OperationWords = typeof en

const fr: OperationWords = {
  names: {
    createJob: 'Créer une offre',
    updateJob: 'Envoyer une offre',
    unpublishJob: 'Retirer une offre',
    linkJobs: 'Associer des offres',
    upsertJobs: 'Envoyer un lot d’offres',
    getJob: 'Lire une offre',
    listJobs: 'Lister les offres',
    listCandidates: 'Candidatures d’une offre',
    listAllCandidates: 'Toutes les candidatures',
    getCandidate: 'Lire une candidature',
    downloadCv: 'Télécharger un CV',
    updateCandidates: 'Statuts de candidatures',
    getMe: 'Vérifier la clé',
  },
  jobs: (count) => plural.fr(count, { one: '# offre', other: '# offres' }),
  links: (count) => plural.fr(count, { one: '# association', other: '# associations' }),
  candidates: (count) => plural.fr(count, { one: '# candidature', other: '# candidatures' }),
}

const ar: OperationWords = {
  names: {
    createJob: 'إنشاء عرض',
    updateJob: 'إرسال عرض',
    unpublishJob: 'سحب عرض',
    linkJobs: 'ربط العروض',
    upsertJobs: 'إرسال دفعة عروض',
    getJob: 'قراءة عرض',
    listJobs: 'سرد العروض',
    listCandidates: 'طلبات الترشح لعرض',
    listAllCandidates: 'كل طلبات الترشح',
    getCandidate: 'قراءة طلب ترشح',
    downloadCv: 'تنزيل سيرة ذاتية',
    updateCandidates: 'حالات طلبات الترشح',
    getMe: 'التحقق من المفتاح',
  },
  jobs: (count) => plural.ar(count, { one: 'عرض واحد', two: 'عرضان', few: '# عروض', many: '# عرضاً', other: '# عرض' }),
  links: (count) =>
    plural.ar(count, { one: 'رابط واحد', two: 'رابطان', few: '# روابط', many: '# رابطاً', other: '# رابط' }),
  candidates: commonWords.ar.applications,
}

/** The names of the API's operations, and of what a batch sends. */
export const operationWords: Record<Locale, OperationWords> = { fr, en, ar }
