const places = { fr: 0, en: 1, ar: 2 } as const

export type Locale = keyof typeof places
export const locales = ['fr', 'en', 'ar'] as const satisfies Locale[]
export const isLocale = (text: string): text is Locale => Object.hasOwn(places, text)

/** What the job page says: in French, English and Arabic. */
const words = {
  language: ['Français', 'English', 'العربية'],
  city: ['Ville', 'City', 'المدينة'],
  country: ['Pays', 'Country', 'البلد'],
  contractType: ['Contrat', 'Contract', 'العقد'],
  workMode: ['Mode de travail', 'Work mode', 'نمط العمل'],
  educationLevel: ['Niveau d’études', 'Education', 'المستوى الدراسي'],
  experience: ['Expérience (années)', 'Experience (years)', 'الخبرة (سنوات)'],
  languages: ['Langues', 'Languages', 'اللغات'],
  salary: ['Salaire net par mois', 'Net salary per month', 'الراتب الصافي شهريا'],
  posted: ['Publiée le', 'Posted on', 'تاريخ النشر'],
  description: ['Description du poste', 'The job', 'وصف الوظيفة'],
  responsibilities: ['Missions', 'Responsibilities', 'المهام'],
  qualifications: ['Profil recherché', 'Qualifications', 'المؤهلات'],
  benefits: ['Avantages', 'Benefits', 'المزايا'],
  recruitmentProcess: ['Processus de recrutement', 'Recruitment process', 'مراحل التوظيف'],
  REMOTE: ['À distance', 'Remote', 'عن بعد'],
  HYBRID: ['Hybride', 'Hybrid', 'هجين'],
  ONSITE: ['Sur site', 'On site', 'في الموقع'],
  apply: ['Postuler', 'Apply', 'التقديم'],
  firstName: ['Prénom', 'First name', 'الاسم الشخصي'],
  lastName: ['Nom', 'Last name', 'الاسم العائلي'],
  email: ['Adresse e-mail', 'E-mail address', 'البريد الإلكتروني'],
  phone: ['Téléphone', 'Telephone', 'الهاتف'],
  linkedinUrl: ['Profil LinkedIn', 'LinkedIn profile', 'حساب لينكدإن'],
  message: ['Message', 'Message', 'رسالة'],
  cv: ['CV (PDF)', 'CV (PDF)', 'السيرة الذاتية (PDF)'],
  consent: [
    'J’accepte que mes données soient transmises.',
    'I agree that my data are passed on.',
    'أوافق على إرسال بياناتي.',
  ],
  send: ['Envoyer ma candidature', 'Send my application', 'إرسال الطلب'],
} as const

/** Translates a word of the page. */
export const translate = (locale: Locale, word: keyof typeof words): string => words[word][places[locale]]
