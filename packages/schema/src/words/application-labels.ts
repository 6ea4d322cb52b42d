import type { ApplicationStatus, ApplyField } from '../application.ts'
import type { Translations } from './page-language.ts'

/* The labels of applications on the public site, in the back office and in the files of its lists. */

export const applicationStatuses: Record<ApplicationStatus, Translations> = {
  PENDING: { fr: 'Nouvelle', en: 'New', ar: 'جديد' },
  REVIEWED: { fr: 'Examinée', en: 'Reviewed', ar: 'تمت دراسته' },
  SHORTLISTED: { fr: 'Présélectionnée', en: 'Shortlisted', ar: 'في القائمة القصيرة' },
  REJECTED: { fr: 'Refusée', en: 'Rejected', ar: 'مرفوض' },
  HIRED: { fr: 'Recrutée', en: 'Hired', ar: 'تم التوظيف' },
  WITHDRAWN: { fr: 'Retirée', en: 'Withdrawn', ar: 'مسحوب' },
}

/** The fields of the form to apply. */
export const applyFieldLabels: Record<ApplyField, Translations> = {
  firstName: { fr: 'Prénom', en: 'First name', ar: 'الاسم الشخصي' },
  lastName: { fr: 'Nom', en: 'Last name', ar: 'الاسم العائلي' },
  email: { fr: 'Adresse e-mail', en: 'E-mail address', ar: 'البريد الإلكتروني' },
  phone: { fr: 'Téléphone', en: 'Telephone', ar: 'الهاتف' },
  linkedinUrl: { fr: 'Profil LinkedIn', en: 'LinkedIn profile', ar: 'حساب لينكد إن' },
  message: { fr: 'Message', en: 'Message', ar: 'الرسالة' },
  cv: { fr: 'CV', en: 'CV', ar: 'السيرة الذاتية' },
  consent: { fr: 'Accord', en: 'Consent', ar: 'الموافقة' },
}
