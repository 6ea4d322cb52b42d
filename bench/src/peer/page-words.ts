import type { Locale } from '@boardwalk/schema/company'
import { fieldLabels } from '@boardwalk/schema/words/job-labels'
import { pageLanguages, type Translations } from '@boardwalk/schema/words/page-language'

export const isLocale = (text: string): text is Locale => Object.hasOwn(pageLanguages, text)

const translations = (fr: string, en: string, ar: string): Translations => ({ fr, en, ar })

/** What the job page says. */
export const words = {
  ...fieldLabels,
  experience: translations('Expérience (années)', 'Experience (years)', 'الخبرة (سنوات)'),
  salary: translations('Salaire net par mois', 'Net salary per month', 'الراتب الصافي شهريا'),
  posted: translations('Publiée le', 'Posted on', 'تاريخ النشر'),
  apply: translations('Postuler', 'Apply', 'التقديم'),
  firstName: translations('Prénom', 'First name', 'الاسم الشخصي'),
  lastName: translations('Nom', 'Last name', 'الاسم العائلي'),
  email: translations('Adresse e-mail', 'E-mail address', 'البريد الإلكتروني'),
  phone: translations('Téléphone', 'Telephone', 'الهاتف'),
  linkedinUrl: translations('Profil LinkedIn', 'LinkedIn profile', 'حساب لينكدإن'),
  message: translations('Message', 'Message', 'رسالة'),
  cv: translations('CV (PDF)', 'CV (PDF)', 'السيرة الذاتية (PDF)'),
  consent: translations(
    'J’accepte le traitement de mes données.',
    'I agree to the use of my data.',
    'أوافق على معالجة بياناتي.',
  ),
  send: translations('Envoyer ma candidature', 'Send my application', 'إرسال الطلب'),
}
