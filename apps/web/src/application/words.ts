import type { ApplicationAttention } from '@boardwalk/schema/application'
import type { Locale } from '@boardwalk/schema/company'
import { isolate, ofInFrench } from '@boardwalk/schema/words/page-language'
import { plural } from '../plural.ts'

const en = {
  application: 'Application',
  none: 'No applications yet',
  noneText: 'Applications to your published jobs appear here.',
  search: 'Search by name, e-mail, telephone or job',
  statusHint: 'Your ATS receives it with the candidate. Applicants do not see it.',
  statusSaved: 'Status saved.',
  statusSetBy: {
    api: (key: string, at: string) => `Set by the key “${key}” on ${at}.`,
    back_office: (email: string, at: string) => `Set by ${email} on ${at}.`,
  },
  attention: 'Needs attention',
  attentions: {
    new: 'New since your last visit',
    unanswered: '“New” for over 14 days',
    unconfirmed: 'Erasure not confirmed',
  } satisfies Record<ApplicationAttention, string>,
  confirmationRefused: 'The mail server says that this address does not exist.',
  appliedBefore: 'Applied to this job before:',
  applicant: 'Applicant',
  date: 'Date',
  noCv: 'No CV was sent.',
  download: 'Download',
  openCv: 'Open',
  noViewer: 'This browser cannot show a PDF within a page. Open it in a new tab or download it.',
  notGiven: 'Not given',
  downloadPerson: 'Download this person’s data',
  downloadPersonHint:
    'A zip file for an applicant who asks for their data: the applications with this e-mail address, the CVs, and what was done with them.',
  erased: 'Erased',
  erasedText:
    'This person’s data was erased, on request or because your company no longer keeps it. The date, the job and the status are kept, so that your ATS neither misses nor repeats an application.',
  erasedAt: (at: string) => `Erased here on ${at}.`,
  erasureConfirmed: (key: string, at: string) =>
    `The key “${key}” confirmed on ${at} that your ATS has erased its copy.`,
  erasureUnconfirmed: 'Your ATS has not confirmed yet that it erased its copy. Check it there.',
  notes: {
    title: 'Notes',
    text: 'Only your colleagues see them. Your ATS and the applicant do not.',
    label: 'New note',
    submit: 'Save the note',
    added: 'The note is saved.',
    own: 'You',
    remove: 'Delete…',
    removeTitle: 'Delete this note?',
    removeText: 'It is deleted for good.',
    removeSubmit: 'Delete',
    removed: 'The note is deleted.',
  },
  erase: {
    open: 'Erase this person’s data…',
    title: (name: string) => `Erase the data of ${name}?`,
    erasedIntro: 'The following will be erased for good, here and in the API:',
    erasedItems: ['first and last name', 'e-mail address, telephone and LinkedIn profile', 'the message', 'the CV'],
    kept: 'The job, the date and the status of the application are kept.',
    copies: 'Your ATS may have a copy. You have to erase it there.',
    others: (count: number) =>
      plural.en(count, {
        one: 'Also erase # other application from the same e-mail address',
        other: 'Also erase # other applications from the same e-mail address',
      }),
    isSure: 'I understand that this cannot be undone',
    tickFirst: 'Tick this box first.',
    submit: 'Erase',
    done: 'The person’s data has been erased.',
  },
}

type ApplicationWords = typeof en

const fr: ApplicationWords = {
  application: 'Candidature',
  none: 'Pas encore de candidature',
  noneText: 'Les candidatures à vos offres publiées apparaissent ici.',
  search: 'Nom, e-mail, téléphone ou offre',
  statusHint: 'Votre ATS le reçoit avec la candidature. Les candidats ne le voient pas.',
  statusSaved: 'Le statut est enregistré.',
  statusSetBy: {
    api: (key, at) => `Défini par la clé «\u00a0${key}\u00a0» le ${at}.`,
    back_office: (email, at) => `Défini par ${email} le ${at}.`,
  },
  attention: 'À traiter',
  attentions: {
    new: 'Nouvelles depuis votre dernière visite',
    unanswered: '«\u00a0Nouvelles\u00a0» depuis plus de 14 jours',
    unconfirmed: 'Effacement non confirmé',
  },
  confirmationRefused: 'Le serveur de messagerie dit que cette adresse n’existe pas.',
  appliedBefore: 'A déjà postulé à cette offre\u00a0:',
  applicant: 'Candidat',
  date: 'Date',
  noCv: 'Aucun CV n’a été envoyé.',
  download: 'Télécharger',
  openCv: 'Ouvrir',
  noViewer: 'Ce navigateur n’affiche pas de PDF dans une page. Ouvrez le CV dans un onglet, ou téléchargez-le.',
  notGiven: 'Non renseigné',
  downloadPerson: 'Télécharger ses données',
  downloadPersonHint:
    'Un fichier zip pour un candidat qui demande ses données\u00a0: ses candidatures avec cette adresse e-mail, les CV et ce qui en a été fait.',
  erased: 'Effacée',
  erasedText:
    'Les données de cette personne ont été effacées, à sa demande ou parce que votre entreprise ne les garde plus. La date, l’offre et le statut restent, pour que votre ATS ne manque ni ne répète aucune candidature.',
  erasedAt: (at) => `Effacée ici le ${at}.`,
  erasureConfirmed: (key, at) => `La clé «\u00a0${key}\u00a0» a confirmé le ${at} que votre ATS a effacé sa copie.`,
  erasureUnconfirmed: 'Votre ATS n’a pas encore confirmé l’effacement de sa copie. Vérifiez-le dans l’ATS.',
  notes: {
    title: 'Notes',
    text: 'Seuls vos collègues les voient. Votre ATS et le candidat ne les voient pas.',
    label: 'Nouvelle note',
    submit: 'Enregistrer la note',
    added: 'La note est enregistrée.',
    own: 'Vous',
    remove: 'Supprimer…',
    removeTitle: 'Supprimer cette note\u00a0?',
    removeText: 'Elle est supprimée définitivement.',
    removeSubmit: 'Supprimer',
    removed: 'La note est supprimée.',
  },
  erase: {
    open: 'Effacer ses données…',
    title: (name) => `Effacer les données ${ofInFrench(name)}\u00a0?`,
    erasedIntro: 'Seront effacés pour de bon, ici et dans l’API\u00a0:',
    erasedItems: ['prénom et nom', 'adresse e-mail, téléphone et profil LinkedIn', 'le message', 'le CV'],
    kept: 'L’offre, la date et le statut de la candidature sont gardés.',
    copies: 'Votre ATS a peut-être une copie, que vous devez effacer là-bas.',
    others: (count) =>
      plural.fr(count, {
        one: 'Effacer aussi # autre candidature de la même adresse e-mail',
        other: 'Effacer aussi # autres candidatures de la même adresse e-mail',
      }),
    isSure: 'Je comprends que c’est irréversible',
    tickFirst: 'Cochez d’abord cette case.',
    submit: 'Effacer',
    done: 'Les données de la personne sont effacées.',
  },
}

const ar: ApplicationWords = {
  application: 'طلب ترشح',
  none: 'لا توجد طلبات ترشح بعد',
  noneText: 'تظهر هنا طلبات الترشح لعروضك المنشورة.',
  search: 'الاسم أو البريد أو الهاتف أو العرض',
  statusHint: 'يتلقاها نظام التوظيف مع طلب الترشح. لا يراها المترشحون.',
  statusSaved: 'حُفظت الحالة.',
  statusSetBy: {
    api: (key, at) => `حدد الحالة المفتاح «${isolate(key)}» في ${isolate(at)}.`,
    back_office: (email, at) => `حدد الحالة ${isolate(email)} في ${isolate(at)}.`,
  },
  attention: 'بحاجة إلى انتباه',
  attentions: {
    new: 'جديدة منذ زيارتك الأخيرة',
    unanswered: '«جديد» منذ أكثر من 14 يوماً',
    unconfirmed: 'محو غير مؤكد',
  },
  confirmationRefused: 'يقول خادم البريد إن هذا العنوان غير موجود.',
  appliedBefore: 'سبق له الترشح لهذا العرض:',
  applicant: 'المترشح',
  date: 'التاريخ',
  noCv: 'لم تُرسل سيرة ذاتية.',
  download: 'تنزيل',
  openCv: 'فتح',
  noViewer: 'لا يعرض هذا المتصفح ملفات PDF داخل الصفحة. افتح السيرة الذاتية في علامة تبويب أو نزّلها.',
  notGiven: 'غير مذكور',
  downloadPerson: 'تنزيل بيانات هذا الشخص',
  downloadPersonHint: 'ملف zip لمترشح يطلب بياناته: طلباته بهذا البريد الإلكتروني، والسير الذاتية، وما جرى لها.',
  erased: 'مُحيت',
  erasedText:
    'مُحيت بيانات هذا الشخص، بناءً على طلبه أو لأن شركتك لم تعد تحتفظ بها. يبقى التاريخ والعرض والحالة، حتى لا يفوّت نظام التوظيف طلباً ولا يكرره.',
  erasedAt: (at) => `مُحيت هنا في ${isolate(at)}.`,
  erasureConfirmed: (key, at) => `أكد المفتاح «${isolate(key)}» في ${isolate(at)} أن نظام التوظيف محا نسخته.`,
  erasureUnconfirmed: 'لم يؤكد نظام التوظيف بعد أنه محا نسخته. تحقق من ذلك فيه.',
  notes: {
    title: 'ملاحظات',
    text: 'لا يراها إلا زملاؤك. لا يراها نظام التوظيف ولا المترشح.',
    label: 'ملاحظة جديدة',
    submit: 'حفظ الملاحظة',
    added: 'حُفظت الملاحظة.',
    own: 'أنت',
    remove: 'حذف…',
    removeTitle: 'هل تريد حذف هذه الملاحظة؟',
    removeText: 'تُحذف نهائياً.',
    removeSubmit: 'حذف',
    removed: 'حُذفت الملاحظة.',
  },
  erase: {
    open: 'محو بيانات هذا الشخص…',
    title: (name) => `محو بيانات ${isolate(name)}؟`,
    erasedIntro: 'سيُمحى ما يلي نهائياً، هنا وفي API:',
    erasedItems: ['الاسم الشخصي والعائلي', 'البريد الإلكتروني والهاتف وصفحة LinkedIn', 'الرسالة', 'السيرة الذاتية'],
    kept: 'نحتفظ بعرض الطلب وتاريخه وحالته.',
    copies: 'قد تكون لدى نظام التوظيف نسخة، وعليك محوها هناك.',
    others: (count) =>
      plural.ar(count, {
        one: 'محو طلب آخر بالبريد نفسه أيضاً',
        two: 'محو طلبين آخرين بالبريد نفسه أيضاً',
        few: 'محو # طلبات أخرى بالبريد نفسه أيضاً',
        many: 'محو # طلباً آخر بالبريد نفسه أيضاً',
        other: 'محو # طلب آخر بالبريد نفسه أيضاً',
      }),
    isSure: 'أفهم أنه لا رجعة في ذلك',
    tickFirst: 'ضع العلامة هنا أولاً.',
    submit: 'محو',
    done: 'مُحيت بيانات الشخص.',
  },
}

/** The words of an application. */
export const applicationWords: Record<Locale, ApplicationWords> = { fr, en, ar }
