import type { Scope } from '@boardwalk/schema/api-key'
import type { Locale } from '@boardwalk/schema/company'
import { isolate } from '@boardwalk/schema/words/page-language'
import { plural } from '../plural.ts'

const en = {
  submit: 'Generate key',
  baseUrl: 'API address',
  nameHint: 'The system that uses the key, for example “our ATS”.',
  allKeys: 'All',
  scopes: 'Scopes',
  scope: { read: 'read', write: 'write' } satisfies Record<Scope, string>,
  readAndWrite: 'Read and write',
  readAndWriteHint: 'Can push, update and link jobs, and fetch candidates.',
  readOnly: 'Read only',
  readOnlyHint: 'Can fetch candidates and jobs. Cannot change anything.',
  lastUsed: 'Last used',
  neverUsed: 'Never',
  active: 'Active',
  revokedAt: 'Revoked',
  old: 'old key',
  replacedBy: 'Replaced by',
  reference: 'API reference',
  expiresAt: 'Expires',
  rename: {
    action: 'Rename',
    title: (name: string) => `Rename “${name}”`,
    text: 'The key itself stays the same: nothing changes for your ATS.',
    done: 'Key renamed.',
  },
  created: {
    install:
      'Install it first. If npm does not find it, the board’s operator can pack it, as docs/installing.md of Boardwalk says.',
    title: 'Your new key',
    copyNow: 'Copy the key now',
    copyNowText: 'The key is shown only this once. We keep only a hash of it and cannot show it again.',
    tryIt: 'Try it',
    forDeveloper: 'For the developer',
    forDeveloperText: 'The text has no key: send the key by another way.',
    developerNote: (api: string, guide: string, call: string) =>
      `API address: ${api}\nGuide: ${guide}\nFirst request, with your key in place of KEY:\n${call}`,
    waiting: 'Waiting for the first request…',
    waitingText: 'Run one of the examples above. This box turns green when a request succeeds.',
    firstRequest: 'First request received',
    refused: 'Received, but refused:',
    isStored: 'I have stored this key',
    storeFirst: 'Store the key and tick this box first.',
    done: 'Done',
    leaveTitle: 'Leave without storing the key?',
    leaveText: 'The key cannot be shown again. If you have not stored it, you will have to roll it.',
  },
  revoke: {
    action: 'Revoke',
    title: (name: string) => `Revoke “${name}”?`,
    consequence:
      'Every request with this key will be refused from now on. Your ATS can no longer push jobs or fetch candidates with it. This cannot be undone.',
    consequenceUnused:
      'This key has never been used. Every request with it will be refused from now on. This cannot be undone.',
    typeName: 'Type the key’s name to confirm',
    wrongName: 'This is not the key’s name.',
    done: (name: string) => `“${name}” has been revoked.`,
  },
  roll: {
    action: 'Roll',
    title: 'Roll a key',
    text: (name: string) => `Creates a new key that replaces “${name}”, with the same name and scopes.`,
    oldKeyExpires: 'The old key expires',
    inHours: (hours: number) => plural.en(hours, { one: 'In # hour', other: 'In # hours' }),
    immediately: 'Immediately',
    immediatelyHint: 'Choose this if the key has leaked. Your ATS is refused until it uses the new key.',
  },
}

type KeyWords = typeof en

const fr: KeyWords = {
  submit: 'Générer la clé',
  baseUrl: 'Adresse de l’API',
  nameHint: 'Le système qui utilise la clé, par exemple «\u00a0notre ATS\u00a0».',
  allKeys: 'Toutes',
  scopes: 'Droits',
  scope: { read: 'lecture', write: 'écriture' },
  readAndWrite: 'Lecture et écriture',
  readAndWriteHint: 'Peut envoyer, modifier et relier des offres, et récupérer les candidatures.',
  readOnly: 'Lecture seule',
  readOnlyHint: 'Peut récupérer les candidatures et les offres, sans rien changer.',
  lastUsed: 'Dernier usage',
  neverUsed: 'Jamais',
  active: 'Active',
  revokedAt: 'Révoquée le',
  old: 'ancienne clé',
  replacedBy: 'Remplacée par',
  reference: 'Référence de l’API',
  expiresAt: 'Expire le',
  rename: {
    action: 'Renommer',
    title: (name) => `Renommer «\u00a0${name}\u00a0»`,
    text: 'La clé elle-même reste la même\u00a0: rien ne change pour votre ATS.',
    done: 'La clé est renommée.',
  },
  created: {
    install:
      'À installer d’abord. Si npm ne le trouve pas, l’exploitant du site peut préparer le paquet, comme l’explique docs/installing.md de Boardwalk.',
    title: 'Votre nouvelle clé',
    copyNow: 'Copiez la clé maintenant',
    copyNowText:
      'La clé n’est affichée que cette fois. Nous n’en gardons qu’une empreinte et ne pourrons plus l’afficher.',
    tryIt: 'Essayer',
    forDeveloper: 'Pour le développeur',
    forDeveloperText: 'Ce texte ne contient pas la clé\u00a0: envoyez-la par un autre moyen.',
    developerNote: (api, guide, call) =>
      `Adresse de l’API\u00a0: ${api}\nGuide\u00a0: ${guide}\nPremière requête, avec votre clé à la place de KEY\u00a0:\n${call}`,
    waiting: 'En attente de la première requête…',
    waitingText: 'Exécutez l’un des exemples ci-dessus. Ce cadre passe au vert dès qu’une requête réussit.',
    firstRequest: 'Première requête reçue',
    refused: 'Reçue, mais refusée\u00a0:',
    isStored: 'J’ai conservé cette clé',
    storeFirst: 'Conservez d’abord la clé et cochez cette case.',
    done: 'Terminé',
    leaveTitle: 'Partir sans conserver la clé\u00a0?',
    leaveText: 'La clé ne pourra plus être affichée. Si vous ne l’avez pas conservée, il faudra la remplacer.',
  },
  revoke: {
    action: 'Révoquer',
    title: (name) => `Révoquer «\u00a0${name}\u00a0»\u00a0?`,
    consequence:
      'Dès maintenant, toute requête avec cette clé sera refusée. Votre ATS ne pourra plus envoyer d’offres ni récupérer de candidatures avec elle. C’est irréversible.',
    consequenceUnused:
      'Cette clé n’a jamais servi. Dès maintenant, toute requête avec elle sera refusée. C’est irréversible.',
    typeName: 'Saisissez le nom de la clé pour confirmer',
    wrongName: 'Ce n’est pas le nom de la clé.',
    done: (name) => `«\u00a0${name}\u00a0» est révoquée.`,
  },
  roll: {
    action: 'Remplacer',
    title: 'Remplacer une clé',
    text: (name) => `Crée une nouvelle clé qui remplace «\u00a0${name}\u00a0», avec le même nom et les mêmes droits.`,
    oldKeyExpires: 'L’ancienne clé expire',
    inHours: (hours) => plural.fr(hours, { one: 'Dans # heure', other: 'Dans # heures' }),
    immediately: 'Immédiatement',
    immediatelyHint:
      'Si la clé est tombée entre de mauvaises mains. Votre ATS est refusé tant qu’il n’utilise pas la nouvelle.',
  },
}

const ar: KeyWords = {
  submit: 'إنشاء المفتاح',
  baseUrl: 'عنوان API',
  nameHint: 'النظام الذي يستعمل المفتاح، مثلاً «نظام التوظيف لدينا».',
  allKeys: 'الكل',
  scopes: 'الصلاحيات',
  scope: { read: 'قراءة', write: 'كتابة' },
  readAndWrite: 'قراءة وكتابة',
  readAndWriteHint: 'يمكنه إرسال العروض وتحديثها وربطها، وجلب المرشحين.',
  readOnly: 'قراءة فقط',
  readOnlyHint: 'يمكنه جلب المرشحين والعروض دون تغيير أي شيء.',
  lastUsed: 'آخر استعمال',
  neverUsed: 'لم يُستعمل بعد',
  active: 'فعّال',
  revokedAt: 'أُبطل في',
  old: 'المفتاح القديم',
  replacedBy: 'استُبدل بـ',
  reference: 'مرجع الواجهة البرمجية',
  expiresAt: 'ينتهي في',
  rename: {
    action: 'إعادة تسمية',
    title: (name) => `إعادة تسمية «${isolate(name)}»`,
    text: 'المفتاح نفسه لا يتغير، ولا يتغير شيء لنظام التوظيف.',
    done: 'تغيّر اسم المفتاح.',
  },
  created: {
    install:
      'ثبّت الحزمة أولاً. إن لم يجدها npm، فبوسع مشغّل الموقع إعداد ملفها كما يشرح docs/installing.md من Boardwalk.',
    title: 'مفتاحك الجديد',
    copyNow: 'انسخ المفتاح الآن',
    copyNowText: 'لن يظهر المفتاح إلا هذه المرة. لا نحتفظ إلا ببصمته، ولا يمكننا إظهاره من جديد.',
    tryIt: 'جرّبه',
    forDeveloper: 'للمطوّر',
    forDeveloperText: 'لا يتضمن هذا النص المفتاح: أرسله بوسيلة أخرى.',
    developerNote: (api, guide, call) => `عنوان API: ${api}\nالدليل: ${guide}\nأول طلب، وضع مفتاحك مكان KEY:\n${call}`,
    waiting: 'في انتظار أول طلب…',
    waitingText: 'نفّذ أحد الأمثلة أعلاه. يصير هذا الإطار أخضر حين ينجح طلب.',
    firstRequest: 'وصل أول طلب',
    refused: 'وصل الطلب لكنه رُفض:',
    isStored: 'لقد حفظت هذا المفتاح',
    storeFirst: 'احفظ المفتاح أولاً ثم ضع العلامة هنا.',
    done: 'تم',
    leaveTitle: 'المغادرة دون حفظ المفتاح؟',
    leaveText: 'لا يمكن إظهار المفتاح من جديد. إن لم تحفظه فعليك استبداله.',
  },
  revoke: {
    action: 'إبطال',
    title: (name) => `إبطال المفتاح «${isolate(name)}»؟`,
    consequence:
      'من الآن يُرفض كل طلب بهذا المفتاح. لن يمكن لنظام التوظيف إرسال العروض ولا جلب المرشحين به. لا رجعة في ذلك.',
    consequenceUnused: 'لم يُستعمل هذا المفتاح قط. من الآن يُرفض كل طلب به. لا رجعة في ذلك.',
    typeName: 'اكتب اسم المفتاح للتأكيد',
    wrongName: 'ليس هذا اسم المفتاح.',
    done: (name) => `أُبطل المفتاح «${isolate(name)}».`,
  },
  roll: {
    action: 'استبدال',
    title: 'استبدال مفتاح',
    text: (name) => `ينشئ مفتاحاً جديداً مكان «${isolate(name)}» بالاسم نفسه والصلاحيات نفسها.`,
    oldKeyExpires: 'ينتهي المفتاح القديم',
    inHours: (hours) =>
      plural.ar(hours, {
        one: 'بعد ساعة',
        two: 'بعد ساعتين',
        few: 'بعد # ساعات',
        many: 'بعد # ساعة',
        other: 'بعد # ساعة',
      }),
    immediately: 'في الحال',
    immediatelyHint: 'إن وقع المفتاح في أيدٍ غير أمينة. يُرفض نظام التوظيف إلى أن يستعمل المفتاح الجديد.',
  },
}

/** The words of API keys. */
export const keyWords: Record<Locale, KeyWords> = { fr, en, ar }
