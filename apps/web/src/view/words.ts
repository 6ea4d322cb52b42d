import type { Locale } from '@boardwalk/schema/company'

const en = {
  title: 'Last 30 days',
  hint: 'Views are people who opened the page of a job; robots do not count. A form is begun when a person enters one of its fields. An address counts once an hour, so both numbers are hints. Nothing about a person is stored.',
  counted: { views: 'Views', forms: 'Forms begun', applications: 'Applications' },
  perDay: 'Views, forms begun and applications per day',
  asTable: 'Show as a table',
  day: 'Day',
  mostRead: 'Most read jobs',
  rate: 'Applications per view',
}

type ViewWords = typeof en

const fr: ViewWords = {
  title: '30 derniers jours',
  hint: 'Une consultation est une personne qui ouvre la page d’une offre\u00a0; les robots ne comptent pas. Un formulaire est commencé dès qu’une personne entre dans un champ. Une adresse ne compte qu’une fois par heure\u00a0: ces deux nombres sont indicatifs. Rien sur cette personne n’est enregistré.',
  counted: { views: 'Consultations', forms: 'Formulaires commencés', applications: 'Candidatures' },
  perDay: 'Consultations, formulaires commencés et candidatures par jour',
  asTable: 'Sous forme de tableau',
  day: 'Jour',
  mostRead: 'Offres les plus consultées',
  rate: 'Candidatures par consultation',
}

const ar: ViewWords = {
  title: 'آخر 30 يوماً',
  hint: 'المشاهدة هي فتح شخص لصفحة العرض، ولا تُحتسب برامج الفهرسة. تُعدّ الاستمارة مبدوءة حين يدخل شخص إحدى خاناتها. يُحتسب كل عنوان مرة واحدة في الساعة، فالعددان تقريبيان. لا يُحفظ أي شيء عن هذا الشخص.',
  counted: { views: 'المشاهدات', forms: 'الاستمارات المبدوءة', applications: 'طلبات الترشح' },
  perDay: 'المشاهدات والاستمارات المبدوءة وطلبات الترشح في اليوم',
  asTable: 'في جدول',
  day: 'اليوم',
  mostRead: 'العروض الأكثر مشاهدة',
  rate: 'نسبة الترشح إلى المشاهدة',
}

/** The words of the views of jobs. */
export const viewWords: Record<Locale, ViewWords> = { fr, en, ar }
