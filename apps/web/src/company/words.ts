import type { Locale } from '@boardwalk/schema/company'
import { number } from '../plural.ts'

const en = {
  text: 'What job seekers read about you on your pages.',
  openSite: 'Open the public site',
  fields: {
    name: 'Name',
    description: 'Description',
    website: 'Website',
    contactEmail: 'Address for answers',
    locale: 'Default language',
    privacy: 'Privacy notice',
    currency: 'Currency of salaries',
  },
  problems: {
    name: (charactersMax: number) =>
      `Enter a name of at most ${number.en(charactersMax)} characters, without control characters or characters that change the direction of text.`,
    tooLong: (charactersMax: number) => `Enter at most ${number.en(charactersMax)} characters.`,
    website: 'Enter an address that begins with https://, or leave this field empty.',
    contactEmail: 'Enter an e-mail address such as jobs@example.com, or leave this field empty.',
    notInList: 'Choose one from the list.',
  },
  contactEmailHint:
    'Applicants who answer the board’s mails write to this address. If it is empty, they write to the board.',
  descriptionHint: 'Plain text. Leave an empty line to begin a new paragraph.',
  localeHint:
    'The addresses of jobs that your ATS receives are in this language, unless the text of a job is in another. Visitors can choose another.',
  privacyHint:
    'Shown beside the consent of each application form. Plain text: how long you keep the data, and whom applicants can ask. Addresses that begin with https:// become links.',
  currencyHint:
    'Of all salaries of your jobs, also those that your ATS sends. A salary is a number: nothing is converted.',
  currencyOfCountry: 'Currency of each job’s country',
  saved: 'Profile saved.',
  changed: {
    title: 'Another user changed the profile, too',
    text: 'Your changes have not been saved yet. The form now shows what others saved, except where you have typed something.',
    replaces: 'Save to replace this with your text:',
    empty: 'empty',
    discard: 'Discard my changes',
  },
  logo: {
    title: 'Logo',
    none: 'No logo yet.',
    hint: (kilobytesMax: number) => `PNG, JPEG or WebP, at most ${number.en(kilobytesMax)} KB.`,
    current: 'The logo on the public site',
    chosen: 'The logo that you have chosen, not uploaded yet',
    choose: 'Choose an image',
    upload: 'Upload this logo',
    refused: (kilobytesMax: number) =>
      `This file cannot be used as a logo. Choose a PNG, JPEG or WebP image of at most ${number.en(kilobytesMax)} KB.`,
    saved: 'The logo is now on the public site.',
    remove: 'Remove the logo',
    removeTitle: 'Remove the logo?',
    removeText: 'Your pages will then show only the name.',
    removed: 'Logo removed.',
  },
  cover: {
    title: 'Cover',
    none: 'No cover yet. It is the wide picture on top of your page.',
    hint: () => 'PNG, JPEG or WebP. The middle is shown, four times as wide as high.',
    current: 'The cover on the public site',
    chosen: 'The cover that you have chosen, not uploaded yet',
    choose: 'Choose a picture',
    upload: 'Upload this cover',
    refused: () => 'This file cannot be used as a cover. Choose a PNG, JPEG or WebP picture.',
    saved: 'The cover is now on the public site.',
    remove: 'Remove the cover',
    removeTitle: 'Remove the cover?',
    removeText: 'Your page will then begin with your name.',
    removed: 'Cover removed.',
  },
}

export type CompanyWords = typeof en

const fr: CompanyWords = {
  text: 'Ce que les candidats lisent de vous sur vos pages.',
  openSite: 'Ouvrir le site public',
  fields: {
    name: 'Nom',
    description: 'Présentation',
    website: 'Site web',
    contactEmail: 'Adresse pour les réponses',
    locale: 'Langue par défaut',
    privacy: 'Données personnelles',
    currency: 'Devise des salaires',
  },
  problems: {
    name: (charactersMax) =>
      `Indiquez un nom de ${number.fr(charactersMax)} caractères au plus, sans caractère de contrôle ni caractère qui change le sens du texte.`,
    tooLong: (charactersMax) => `Saisissez ${number.fr(charactersMax)} caractères au plus.`,
    website: 'Indiquez une adresse qui commence par https://, ou laissez ce champ vide.',
    contactEmail: 'Indiquez une adresse e-mail comme emplois@exemple.com, ou laissez ce champ vide.',
    notInList: 'Choisissez dans la liste.',
  },
  contactEmailHint:
    'Les candidats qui répondent aux e-mails du site écrivent à cette adresse. Si elle est vide, ils écrivent au site.',
  descriptionHint: 'Texte simple. Laissez une ligne vide pour commencer un nouveau paragraphe.',
  localeHint:
    'Les adresses d’offres que reçoit votre ATS sont dans cette langue, sauf si le texte d’une offre est dans une autre\u00a0; les visiteurs peuvent en choisir une autre.',
  privacyHint:
    'Affiché à côté de l’accord dans chaque formulaire de candidature. Texte simple\u00a0: combien de temps vous gardez les données, et à qui s’adresser. Les adresses qui commencent par https:// deviennent des liens.',
  currencyHint:
    'De tous les salaires de vos offres, aussi de ceux que votre ATS envoie. Un salaire est un nombre\u00a0: rien n’est converti.',
  currencyOfCountry: 'Devise du pays de chaque offre',
  saved: 'Le profil est enregistré.',
  changed: {
    title: 'Un autre utilisateur a aussi modifié le profil',
    text: 'Vos changements ne sont pas encore enregistrés. Le formulaire montre maintenant ce que d’autres ont enregistré, sauf là où vous avez écrit quelque chose.',
    replaces: 'Si vous enregistrez, votre texte remplace\u00a0:',
    empty: 'vide',
    discard: 'Abandonner mes changements',
  },
  logo: {
    title: 'Logo',
    none: 'Pas encore de logo.',
    hint: (kilobytesMax) => `PNG, JPEG ou WebP, ${number.fr(kilobytesMax)} Ko au plus.`,
    current: 'Le logo sur le site public',
    chosen: 'Le logo que vous avez choisi, pas encore envoyé',
    choose: 'Choisir une image',
    upload: 'Envoyer ce logo',
    refused: (kilobytesMax) =>
      `Ce fichier ne peut pas servir de logo. Choisissez une image PNG, JPEG ou WebP de ${number.fr(kilobytesMax)} Ko au plus.`,
    saved: 'Le logo est maintenant sur le site public.',
    remove: 'Retirer le logo',
    removeTitle: 'Retirer le logo\u00a0?',
    removeText: 'Vos pages ne montreront plus que le nom.',
    removed: 'Le logo est retiré.',
  },
  cover: {
    title: 'Image de couverture',
    none: 'Pas encore d’image de couverture\u00a0: c’est la grande image en haut de votre page.',
    hint: () => 'PNG, JPEG ou WebP. Le milieu est affiché, quatre fois plus large que haut.',
    current: 'L’image de couverture sur le site public',
    chosen: 'L’image de couverture que vous avez choisie, pas encore envoyée',
    choose: 'Choisir une image de couverture',
    upload: 'Envoyer cette image de couverture',
    refused: () => 'Ce fichier ne peut pas servir d’image de couverture. Choisissez une image PNG, JPEG ou WebP.',
    saved: 'L’image de couverture est maintenant sur le site public.',
    remove: 'Retirer l’image de couverture',
    removeTitle: 'Retirer l’image de couverture\u00a0?',
    removeText: 'Votre page commencera alors par votre nom.',
    removed: 'L’image de couverture est retirée.',
  },
}

const ar: CompanyWords = {
  text: 'ما يقرؤه الباحثون عن عمل عنك في صفحاتك.',
  openSite: 'فتح الموقع العمومي',
  fields: {
    name: 'الاسم',
    description: 'التعريف',
    website: 'الموقع',
    contactEmail: 'عنوان تلقي الردود',
    locale: 'اللغة الافتراضية',
    privacy: 'حماية البيانات الشخصية',
    currency: 'عملة الرواتب',
  },
  problems: {
    name: (charactersMax) =>
      `أدخل اسماً من ${number.ar(charactersMax)} حرف على الأكثر، من دون محارف تحكم أو محارف تغيّر اتجاه النص.`,
    tooLong: (charactersMax) => `أدخل ${number.ar(charactersMax)} حرف على الأكثر.`,
    website: 'أدخل عنواناً يبدأ بـ https:// أو اترك الخانة فارغة.',
    contactEmail: 'أدخل عنوان بريد إلكتروني مثل jobs@example.com أو اترك الخانة فارغة.',
    notInList: 'اختر من القائمة.',
  },
  contactEmailHint: 'يصل إلى هذا العنوان رد المترشحين على رسائل الموقع. إذا كان فارغاً وصل الرد إلى الموقع.',
  descriptionHint: 'نص عادي. اترك سطراً فارغاً لبدء فقرة جديدة.',
  localeHint:
    'عناوين العروض التي يتلقاها نظام التوظيف بهذه اللغة، إلا إذا كان نص العرض بلغة أخرى، ويمكن للزوار اختيار غيرها.',
  privacyHint:
    'يظهر بجانب الموافقة في كل استمارة ترشح. نص عادي: مدة احتفاظك بالبيانات، وجهة الاتصال. العناوين التي تبدأ بـ https:// تصبح روابط.',
  currencyHint: 'عملة كل رواتب عروضك، بما فيها ما يرسله نظام التوظيف. الراتب رقم، ولا يُحوَّل شيء.',
  currencyOfCountry: 'عملة بلد كل عرض',
  saved: 'حُفظت الصفحة.',
  changed: {
    title: 'غيّر مستخدم آخر الصفحة أيضاً',
    text: 'لم تُحفظ تغييراتك بعد. تعرض الاستمارة الآن ما حفظه الآخرون، إلا ما كتبته أنت.',
    replaces: 'إذا حفظت، حلّ نصك محل:',
    empty: 'فارغ',
    discard: 'ترك تغييراتي',
  },
  logo: {
    title: 'الشعار',
    none: 'لا يوجد شعار بعد.',
    hint: (kilobytesMax) => `صورة PNG أو JPEG أو WebP حجمها ${number.ar(kilobytesMax)} كيلوبايت على الأكثر.`,
    current: 'الشعار على الموقع العمومي',
    chosen: 'الشعار الذي اخترته، ولم يُرسل بعد',
    choose: 'اختيار صورة',
    upload: 'إرسال هذا الشعار',
    refused: (kilobytesMax) =>
      `لا يصلح هذا الملف شعاراً. اختر صورة PNG أو JPEG أو WebP حجمها ${number.ar(kilobytesMax)} كيلوبايت على الأكثر.`,
    saved: 'الشعار الآن على الموقع العمومي.',
    remove: 'حذف الشعار',
    removeTitle: 'حذف الشعار؟',
    removeText: 'ستظهر صفحاتك بالاسم وحده.',
    removed: 'حُذف الشعار.',
  },
  cover: {
    title: 'صورة الغلاف',
    none: 'لا توجد صورة غلاف بعد. هي الصورة العريضة في أعلى صفحتك.',
    hint: () => 'صورة PNG أو JPEG أو WebP. يظهر وسطها، وعرضه أربعة أضعاف ارتفاعه.',
    current: 'صورة الغلاف على الموقع العمومي',
    chosen: 'صورة الغلاف التي اخترتها، ولم تُرسل بعد',
    choose: 'اختيار صورة غلاف',
    upload: 'إرسال صورة الغلاف هذه',
    refused: () => 'لا يصلح هذا الملف صورة غلاف. اختر صورة PNG أو JPEG أو WebP.',
    saved: 'صورة الغلاف الآن على الموقع العمومي.',
    remove: 'حذف صورة الغلاف',
    removeTitle: 'حذف صورة الغلاف؟',
    removeText: 'ستبدأ صفحتك عندئذ باسمك.',
    removed: 'حُذفت صورة الغلاف.',
  },
}

/** The words of the company’s profile. */
export const companyWords: Record<Locale, CompanyWords> = { fr, en, ar }
