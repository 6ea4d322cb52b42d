import type { Locale } from '@boardwalk/schema/company'
import { isolate } from '@boardwalk/schema/words/page-language'

const en = {
  title: 'History',
  none: 'Nothing has been changed yet, or not since this is recorded.',
  kept: 'What keys change is kept for 180 days.',
  before: 'Before',
  after: 'After',
  empty: 'empty',
  arrow: '→',
  onlyFormatting: 'only the formatting',
  withoutEffect: 'without effect',
  extra: 'Other fields from your ATS',
  closed: 'Applications closed',
  user: 'a user',
  key: (name: string) => `the key ${name}`,
  /** Follows the time of a change. A name comes after it. */
  by: 'by',
  pushReplaces:
    'Your ATS pushes jobs. Its next push replaces what you change here in the fields that it sends. One of them, “boardwalk”, has the hours, the countries, the closing date, the address for applying, and what the salary is.',
  pushPublishes: 'Your ATS pushes jobs. If its next push says PUBLISHED, this job is live again.',
  requests: 'Requests about this job',
  who: 'Who',
  people: 'Users and the board',
  keys: 'API keys',
  keysText: 'What keys changed in jobs in the last 180 days. A new job is no change.',
  /** In the notice that another user or an ATS has saved a job meanwhile. */
  alsoYours: 'You changed this, too: if you save, yours replaces it.',
  keepsOthers: 'If you save, the other changes stay.',
}

type HistoryWords = typeof en

const fr: HistoryWords = {
  title: 'Historique',
  none: 'Rien n’a encore été modifié, ou pas depuis que l’historique existe.',
  kept: 'Ce que les clés modifient est conservé 180 jours.',
  before: 'Avant',
  after: 'Après',
  empty: 'vide',
  arrow: '→',
  onlyFormatting: 'seulement la mise en forme',
  withoutEffect: 'sans effet',
  extra: 'Autres champs de votre ATS',
  closed: 'Candidatures closes',
  user: 'un utilisateur',
  key: (name) => `la clé ${name}`,
  by: 'par',
  pushReplaces:
    'Votre ATS envoie des offres. Son prochain envoi remplace ce que vous modifiez ici dans les champs qu’il envoie. L’un d’eux, «\u00a0boardwalk\u00a0», contient le temps de travail, les pays, la date limite, l’adresse pour postuler et la nature du salaire.',
  pushPublishes:
    'Votre ATS envoie des offres. Si son prochain envoi dit PUBLISHED, cette offre est de nouveau en ligne.',
  requests: 'Requêtes sur cette offre',
  who: 'Qui',
  people: 'Les utilisateurs et le site',
  keys: 'Les clés d’API',
  keysText: 'Ce que les clés ont modifié dans les offres ces 180 derniers jours. Une nouvelle offre n’y figure pas.',
  alsoYours: 'Vous l’avez modifié aussi\u00a0: si vous enregistrez, votre valeur remplace celle-ci.',
  keepsOthers: 'Si vous enregistrez, les autres changements restent.',
}

const ar: HistoryWords = {
  title: 'السجل',
  none: 'لم يتغير شيء بعد، أو لم يتغير منذ بدء هذا السجل.',
  kept: 'يُحتفظ بما تغيره المفاتيح مدة 180 يوماً.',
  before: 'قبل',
  after: 'بعد',
  empty: 'فارغ',
  arrow: '←',
  onlyFormatting: 'التنسيق فقط',
  withoutEffect: 'دون أثر',
  extra: 'حقول أخرى من نظام التوظيف',
  closed: 'انتهى أجل الترشح',
  user: 'مستخدم',
  key: (name) => `المفتاح ${name}`,
  by: 'من طرف',
  pushReplaces: `يرسل نظام التوظيف عروضاً. إرساله التالي يستبدل ما تغيره هنا في الحقول التي يرسلها. أحدها «${isolate('boardwalk')}»، وفيه وقت العمل والبلدان وآخر أجل للترشح ورابطه ونوع الراتب.`,
  pushPublishes: 'يرسل نظام التوظيف عروضاً. إذا كان في إرساله التالي PUBLISHED، نُشر هذا العرض من جديد.',
  requests: 'الطلبات المتعلقة بهذا العرض',
  who: 'من',
  people: 'المستخدمون والموقع',
  keys: 'مفاتيح API',
  keysText: 'ما غيرته المفاتيح في العروض خلال آخر 180 يوماً. العرض الجديد ليس تغييراً.',
  alsoYours: 'غيّرته أنت أيضاً: إذا حفظت، حلت قيمتك محل هذه.',
  keepsOthers: 'إذا حفظت، بقيت التغييرات الأخرى.',
}

/** The words of changes in jobs. */
export const historyWords: Record<Locale, HistoryWords> = { fr, en, ar }
