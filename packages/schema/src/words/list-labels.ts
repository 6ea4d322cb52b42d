import type { Translations } from './page-language.ts'

/* The headings of the back office's lists, on its pages and in the files that users download. */

export const listLabels = {
  answers: { fr: 'Réponses aux questions', en: 'Answers to questions', ar: 'الأجوبة عن الأسئلة' },
  status: { fr: 'Statut', en: 'Status', ar: 'الحالة' },
  job: { fr: 'Offre', en: 'Job', ar: 'العرض' },
  externalId: { fr: 'Identifiant externe', en: 'External id', ar: 'المعرف الخارجي' },
  jobUrl: { fr: 'Page publique', en: 'Public page', ar: 'الصفحة العمومية' },
  key: { fr: 'Clé', en: 'Key', ar: 'المفتاح' },
  changes: { fr: 'Modifications', en: 'Changes', ar: 'التغييرات' },
  operation: { fr: 'Opération', en: 'Operation', ar: 'العملية' },
  endpoint: { fr: 'Méthode et chemin', en: 'Method and path', ar: 'الطريقة والمسار' },
  answer: { fr: 'Réponse', en: 'Answer', ar: 'الجواب' },
  errorCode: { fr: 'Code d’erreur', en: 'Error code', ar: 'رمز الخطأ' },
} satisfies Record<string, Translations>

export const yesOrNo: Record<'yes' | 'no', Translations> = {
  yes: { fr: 'Oui', en: 'Yes', ar: 'نعم' },
  no: { fr: 'Non', en: 'No', ar: 'لا' },
}
