import type { Locale } from '@boardwalk/schema/company'
import type { ReportReason } from './form.ts'

const en = {
  /** The link on the page of the job. */
  link: 'Report this job',
  heading: 'Report this job',
  text: 'The operator of this site reads your report. The company does not see it. It is deleted after 180 days.',
  reason: 'What is wrong?',
  reasons: {
    FRAUD: 'It is a fraud, or it asks for money',
    DISCRIMINATION: 'It discriminates',
    NOT_REAL: 'The job does not exist, or it is already filled',
    MISLEADING: 'Facts are wrong or misleading',
    OTHER: 'Something else, which I describe below',
  } satisfies Record<ReportReason, string>,
  details: 'Details',
  detailsHint: 'For example what is wrong, or what you were asked for.',
  email: 'Your e-mail address',
  emailHint: 'If the operator of this site may write to you.',
  send: 'Send the report',
  problems: {
    reason: 'Choose what is wrong.',
    details: 'Describe the problem in a few words.',
    detailsTooLong: (max: number) => `The details must be at most ${max} characters long.`,
    email: 'Enter a valid e-mail address, such as name@example.com, or leave this field empty.',
  },
  tooMany: 'Too many reports have come from your internet address. Try again in an hour. What you wrote is still here.',
  /** The address has reported too many different jobs today. */
  tooManyJobs:
    'Too many different jobs were reported today from your internet address. Try again tomorrow, or write to the operator of this site. What you wrote is still here.',
  sent: {
    heading: 'Report sent',
    text: 'Thank you. The operator of this site will check this job.',
  },
}

type Words = typeof en

const fr: Words = {
  link: 'Signaler cette offre',
  heading: 'Signaler cette offre d’emploi',
  text: 'L’exploitant du site lit votre signalement. L’entreprise ne le voit pas. Il est effacé après 180 jours.',
  reason: 'Quel est le problème\u00a0?',
  reasons: {
    FRAUD: 'C’est une arnaque, ou on y demande de l’argent',
    DISCRIMINATION: 'L’offre est discriminatoire',
    NOT_REAL: 'Le poste n’existe pas, ou il est déjà pourvu',
    MISLEADING: 'Des informations sont fausses ou trompeuses',
    OTHER: 'Autre chose, que je décris ci-dessous',
  },
  details: 'Précisions',
  detailsHint: 'Par exemple ce qui est faux, ou ce qu’on vous a demandé.',
  email: 'Votre adresse e-mail',
  emailHint: 'Si vous acceptez que l’exploitant du site vous écrive.',
  send: 'Envoyer le signalement',
  problems: {
    reason: 'Choisissez quel est le problème.',
    details: 'Décrivez le problème en quelques mots.',
    detailsTooLong: (max) => `Les précisions doivent avoir ${max} caractères au plus.`,
    email: 'Indiquez une adresse e-mail valable, comme nom@example.com, ou laissez ce champ vide.',
  },
  tooMany:
    'Trop de signalements sont partis de votre adresse internet. Réessayez dans une heure. Ce que vous avez écrit est encore là.',
  tooManyJobs:
    'Trop d’offres différentes ont été signalées aujourd’hui depuis votre adresse internet. Réessayez demain, ou écrivez à l’exploitant du site. Ce que vous avez écrit est encore là.',
  sent: {
    heading: 'Signalement envoyé',
    text: 'Merci. L’exploitant du site va vérifier cette offre.',
  },
}

const ar: Words = {
  link: 'التبليغ عن هذا العرض',
  heading: 'التبليغ عن عرض العمل هذا',
  text: 'يقرأ مشغّل الموقع بلاغك، ولا تراه الشركة. ويُحذف البلاغ بعد 180 يوماً.',
  reason: 'ما المشكلة؟',
  reasons: {
    FRAUD: 'العرض احتيال، أو يُطلب فيه المال',
    DISCRIMINATION: 'العرض فيه تمييز بين الأشخاص',
    NOT_REAL: 'الوظيفة غير موجودة، أو سبق شغلها',
    MISLEADING: 'معلومات خاطئة أو مضلِّلة',
    OTHER: 'شيء آخر أصفه أدناه',
  },
  details: 'تفاصيل',
  detailsHint: 'مثلاً ما هو خاطئ، أو ما طُلب منك.',
  email: 'عنوان بريدك الإلكتروني',
  emailHint: 'إن كنت تقبل أن يراسلك مشغّل الموقع.',
  send: 'إرسال البلاغ',
  problems: {
    reason: 'اختر نوع المشكلة.',
    details: 'صِف المشكلة في بضع كلمات.',
    detailsTooLong: (max) => `يجب ألا تتجاوز التفاصيل ${max} حرف.`,
    email: 'أدخل عنوان بريد إلكتروني صحيحاً، مثل name@example.com، أو اترك هذه الخانة فارغة.',
  },
  tooMany: 'أُرسلت من عنوانك على الإنترنت بلاغات كثيرة. أعد المحاولة بعد ساعة. ما كتبته ما زال هنا.',
  tooManyJobs:
    'أُبلغ اليوم عن عروض مختلفة كثيرة من عنوانك على الإنترنت. أعد المحاولة غداً، أو راسل القائم على الموقع. ما كتبته ما زال هنا.',
  sent: {
    heading: 'تم إرسال البلاغ',
    text: 'شكراً لك. سيتحقق مشغّل الموقع من هذا العرض.',
  },
}

/** The form by which a visitor reports a job to the operator of the board. */
export const reportWords: Record<Locale, Words> = { fr, en, ar }
