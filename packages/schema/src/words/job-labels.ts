import type { Locale } from '../company.ts'
import type { JobFields, PublicationStatus } from '../job.ts'
import type { JobTerms, PayBasis, PayPeriod, WorkHours } from '../terms.ts'
import type { Translations } from './page-language.ts'

/*
 * The labels of a job's fields and values on the public site and in the back office. The code does not compile if a field,
 * a value or a language has no label.
 */

type Value<Field extends keyof JobFields> = Extract<NonNullable<JobFields[Field]>, string>

export const jobStatuses: Record<PublicationStatus, Translations> = {
  PUBLISHED: { fr: 'Publiée', en: 'Published', ar: 'منشور' },
  UNPUBLISHED: { fr: 'Brouillon', en: 'Draft', ar: 'مسودة' },
}

export const fieldLabels: Record<keyof JobFields, Translations> = {
  title: { fr: 'Titre', en: 'Title', ar: 'المسمى الوظيفي' },
  description: { fr: 'Description du poste', en: 'Description', ar: 'وصف الوظيفة' },
  responsibilities: { fr: 'Missions', en: 'Responsibilities', ar: 'المهام' },
  qualifications: { fr: 'Profil recherché', en: 'Qualifications', ar: 'المؤهلات المطلوبة' },
  benefits: { fr: 'Avantages', en: 'Benefits', ar: 'المزايا' },
  city: { fr: 'Ville', en: 'City', ar: 'المدينة' },
  country: { fr: 'Pays', en: 'Country', ar: 'البلد' },
  languages: { fr: 'Langues', en: 'Languages', ar: 'اللغات' },
  contractType: { fr: 'Contrat', en: 'Contract', ar: 'نوع العقد' },
  educationLevel: { fr: 'Niveau d’études', en: 'Education', ar: 'المستوى الدراسي' },
  workMode: { fr: 'Mode de travail', en: 'Work mode', ar: 'نمط العمل' },
  minSalary: {
    fr: 'Salaire minimum',
    en: 'Minimum salary',
    ar: 'الحد الأدنى للراتب',
  },
  maxSalary: {
    fr: 'Salaire maximum',
    en: 'Maximum salary',
    ar: 'الحد الأقصى للراتب',
  },
  displaySalary: {
    fr: 'Afficher le salaire sur la page',
    en: 'Show the salary on the page',
    ar: 'إظهار الراتب في الصفحة',
  },
  minExperience: {
    fr: 'Expérience minimum, en années',
    en: 'Minimum experience, in years',
    ar: 'الحد الأدنى للخبرة بالسنوات',
  },
  maxExperience: {
    fr: 'Expérience maximum, en années',
    en: 'Maximum experience, in years',
    ar: 'الحد الأقصى للخبرة بالسنوات',
  },
  recruitmentProcess: { fr: 'Étapes du recrutement', en: 'Recruitment process', ar: 'مراحل التوظيف' },
}

/** The labels of the terms of a job. */
export const termLabels: Record<keyof JobTerms, Translations> = {
  closesAt: { fr: 'Date limite de candidature', en: 'Closing date', ar: 'آخر أجل للترشح' },
  currency: { fr: 'Devise', en: 'Currency', ar: 'العملة' },
  period: { fr: 'Période du salaire', en: 'Salary period', ar: 'مدة الراتب' },
  basis: { fr: 'Net ou brut', en: 'Net or gross', ar: 'صافٍ أو إجمالي' },
  hours: { fr: 'Temps de travail', en: 'Hours', ar: 'وقت العمل' },
  applyUrl: { fr: 'Adresse pour postuler', en: 'Address for applying', ar: 'رابط الترشح' },
  countries: { fr: 'Pays du télétravail', en: 'Countries for remote work', ar: 'بلدان العمل عن بعد' },
}

export const payPeriods: Record<PayPeriod, Translations> = {
  HOUR: { fr: 'par heure', en: 'per hour', ar: 'في الساعة' },
  DAY: { fr: 'par jour', en: 'per day', ar: 'في اليوم' },
  WEEK: { fr: 'par semaine', en: 'per week', ar: 'في الأسبوع' },
  MONTH: { fr: 'par mois', en: 'per month', ar: 'في الشهر' },
  YEAR: { fr: 'par an', en: 'per year', ar: 'في السنة' },
}

/** In Arabic they follow the word for the salary. */
export const payBases: Record<PayBasis, Translations> = {
  NET: { fr: 'net', en: 'net', ar: 'الصافي' },
  GROSS: { fr: 'brut', en: 'gross', ar: 'الإجمالي' },
}

/** Adds to the label of a salary whether it is net or gross, and what it is paid for. */
export const labelSalary = (
  name: 'minSalary' | 'maxSalary',
  locale: Locale,
  { basis = 'NET', period = 'MONTH' }: Pick<JobTerms, 'basis' | 'period'>,
): string =>
  `${fieldLabels[name][locale]}${locale === 'ar' ? '' : ','} ${payBases[basis][locale]} ${payPeriods[period][locale]}`

export const contractTypes: Record<Value<'contractType'>, Translations> = {
  CDI: { fr: 'CDI', en: 'Permanent (CDI)', ar: 'عقد غير محدد المدة (CDI)' },
  CDD: { fr: 'CDD', en: 'Fixed term (CDD)', ar: 'عقد محدد المدة (CDD)' },
  Stage: { fr: 'Stage', en: 'Internship', ar: 'تدريب' },
  Alternance: { fr: 'Alternance', en: 'Work-study', ar: 'تكوين بالتناوب' },
  Freelance: { fr: 'Freelance', en: 'Freelance', ar: 'عمل حر' },
  VIE: { fr: 'VIE', en: 'International volunteering (VIE)', ar: 'تطوع دولي في مقاولة (VIE)' },
  Autre: { fr: 'Autre', en: 'Other', ar: 'نوع آخر' },
}

export const educationLevels: Record<Value<'educationLevel'>, Translations> = {
  'Non défini': { fr: 'Non défini', en: 'Not specified', ar: 'غير محدد' },
  'Niveau BAC': { fr: 'Niveau bac', en: 'Secondary school (Niveau Bac)', ar: 'مستوى البكالوريا' },
  BAC: { fr: 'Bac', en: 'Baccalaureate (Bac)', ar: 'البكالوريا' },
  'BAC +1': { fr: 'Bac +1', en: 'One year of higher education (Bac +1)', ar: 'البكالوريا + سنة' },
  'BAC +1/2': {
    fr: 'Bac +1 ou +2',
    en: 'One or two years of higher education (Bac +1/2)',
    ar: 'البكالوريا + سنة أو سنتان',
  },
  'BAC +3/4': { fr: 'Bac +3 ou +4', en: 'Bachelor’s level (Bac +3/4)', ar: 'البكالوريا + 3 أو 4 سنوات' },
  'BAC +5': { fr: 'Bac +5', en: 'Master’s level (Bac +5)', ar: 'البكالوريا + 5 سنوات' },
  'BAC +5 et plus': {
    fr: 'Bac +5 et plus',
    en: 'Master’s level or higher (Bac +5 and above)',
    ar: 'البكالوريا + 5 سنوات فأكثر',
  },
}

export const workModes: Record<Value<'workMode'>, Translations> = {
  REMOTE: { fr: 'À distance', en: 'Remote', ar: 'عن بعد' },
  HYBRID: { fr: 'Hybride', en: 'Hybrid', ar: 'مختلط' },
  ONSITE: { fr: 'Sur site', en: 'On site', ar: 'في مقر العمل' },
}

export const workHours: Record<WorkHours, Translations> = {
  FULL_TIME: { fr: 'Temps plein', en: 'Full time', ar: 'دوام كامل' },
  PART_TIME: { fr: 'Temps partiel', en: 'Part time', ar: 'دوام جزئي' },
}

/** The languages that a job requires. */
export const languages: Record<NonNullable<JobFields['languages']>[number], Translations> = {
  fr: { fr: 'français', en: 'French', ar: 'الفرنسية' },
  en: { fr: 'anglais', en: 'English', ar: 'الإنجليزية' },
  ar: { fr: 'arabe', en: 'Arabic', ar: 'العربية' },
}

/** The country of a job without one. */
export const defaultCountry: Translations = { fr: 'Maroc', en: 'Morocco', ar: 'المغرب' }
