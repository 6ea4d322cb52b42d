import type { Locale } from '@boardwalk/schema/company'
import { isolate } from '@boardwalk/schema/words/page-language'

const en = {
  inviteTitle: 'Invite a user',
  inviteText: 'Users can do everything that you can do here.',
  inviteByMail: 'Users can do everything that you can do here. The invited person gets a link by e-mail.',
  sentTo: (email: string) => `Invitation sent to ${email}`,
  sentText:
    'The invited person gets an e-mail with a link that works once, within 7 days. No other person can see the link. If the e-mail does not arrive, check the address and invite the person again.',
  sendAgain: 'Send again',
  invite: 'Invite',
  newLink: 'New link',
  passwordLink: 'Password link',
  passwordLinkTitle: (email: string) => `Make a password link for ${email}?`,
  passwordLinkText:
    'With the link, the user chooses a new password. The current password works until the link is used. The audit trail records that you made it.',
  makeLink: 'Make the link',
  linkFor: (email: string) => `Link for ${email}`,
  linkOnce:
    'Send this link to the person yourself: the board sends no e-mail. The link is shown only this once and works only once. The person who opens it chooses the password.',
  linkUntil: 'The link works until',
  you: 'You',
  active: 'Active',
  firstLinkEnded: 'The link before it no longer works: this person was invited before.',
  mailEndsFirst:
    'This person was invited before. As soon as the new e-mail is sent, the link before it no longer works.',
  invited: 'Invited',
  since: 'Since',
  by: 'Invited by',
  remove: 'Remove',
  removed: (email: string) => `${email} has been removed.`,
  removeTitle: (email: string) => `Remove ${email}?`,
  removeText:
    'The user is signed out everywhere immediately and cannot sign in again. Keys that they generated continue to work.',
}

type UserWords = typeof en

const fr: UserWords = {
  inviteTitle: 'Inviter un utilisateur',
  inviteText: 'Les utilisateurs peuvent faire tout ce que vous pouvez faire ici.',
  inviteByMail:
    'Les utilisateurs peuvent faire tout ce que vous pouvez faire ici. La personne invitée reçoit un lien par e-mail.',
  sentTo: (email) => `Invitation envoyée à ${email}`,
  sentText:
    'La personne invitée reçoit un e-mail avec un lien qui ne sert qu’une fois, pendant 7 jours. Elle seule voit le lien. Si l’e-mail n’arrive pas, vérifiez l’adresse et invitez la personne à nouveau.',
  sendAgain: 'Envoyer à nouveau',
  invite: 'Inviter',
  newLink: 'Nouveau lien',
  passwordLink: 'Lien de mot de passe',
  passwordLinkTitle: (email) => `Créer un lien de mot de passe pour ${email}\u00a0?`,
  passwordLinkText:
    'Avec ce lien, l’utilisateur choisit un nouveau mot de passe. Le mot de passe actuel reste valable jusque-là. Le journal des actions retient que vous l’avez créé.',
  makeLink: 'Créer le lien',
  linkFor: (email) => `Lien pour ${email}`,
  linkOnce:
    'Envoyez vous-même ce lien à la personne\u00a0: le site n’envoie pas d’e-mail. Le lien n’est affiché que cette fois et ne sert qu’une fois. La personne qui l’ouvre choisit le mot de passe.',
  linkUntil: 'Le lien est valable jusqu’au',
  you: 'Vous',
  active: 'Actif',
  firstLinkEnded: 'Le lien précédent ne fonctionne plus\u00a0: cette personne avait déjà été invitée.',
  mailEndsFirst:
    'Cette personne avait déjà été invitée. Dès que le nouvel e-mail est envoyé, le lien précédent ne fonctionne plus.',
  invited: 'Invité',
  since: 'Depuis',
  by: 'Invité par',
  remove: 'Retirer',
  removed: (email) => `${email} est retiré.`,
  removeTitle: (email) => `Retirer ${email}\u00a0?`,
  removeText:
    'L’utilisateur est immédiatement déconnecté partout et ne peut plus se connecter. Les clés qu’il a générées continuent de fonctionner.',
}

const ar: UserWords = {
  inviteTitle: 'دعوة مستخدم',
  inviteText: 'يمكن للمستخدمين فعل كل ما يمكنك فعله هنا.',
  inviteByMail: 'يمكن للمستخدمين فعل كل ما يمكنك فعله هنا. يصل المدعوَّ رابط بالبريد.',
  sentTo: (email) => `أُرسلت الدعوة إلى ${isolate(email)}`,
  sentText:
    'تصل المدعوَّ رسالة فيها رابط يُستعمل مرة واحدة خلال 7 أيام. هو وحده يرى الرابط. إذا لم تصل الرسالة، فتحقق من العنوان وادعه من جديد.',
  sendAgain: 'إعادة الإرسال',
  invite: 'دعوة',
  newLink: 'رابط جديد',
  passwordLink: 'رابط كلمة المرور',
  passwordLinkTitle: (email) => `إنشاء رابط كلمة مرور لـ ${isolate(email)}؟`,
  passwordLinkText:
    'يختار المستخدم بهذا الرابط كلمة مرور جديدة. تبقى كلمة المرور الحالية صالحة حتى استعمال الرابط. يسجّل سجل العمليات أنك أنشأته.',
  makeLink: 'إنشاء الرابط',
  linkFor: (email) => `رابط ${isolate(email)}`,
  linkOnce:
    'أرسل هذا الرابط إلى الشخص بنفسك، فالموقع لا يرسل بريداً. لن يظهر الرابط إلا هذه المرة ولا يُستعمل إلا مرة. من يفتحه يختار كلمة المرور.',
  linkUntil: 'الرابط صالح إلى غاية',
  you: 'أنت',
  active: 'نشط',
  firstLinkEnded: 'لم يعد الرابط السابق صالحاً: سبقت دعوة هذا الشخص.',
  mailEndsFirst: 'سبقت دعوة هذا الشخص. لن يعود الرابط السابق صالحاً بعد إرسال البريد الجديد.',
  invited: 'مدعو',
  since: 'منذ',
  by: 'دعاه',
  remove: 'حذف',
  removed: (email) => `حُذف ${isolate(email)}.`,
  removeTitle: (email) => `حذف ${isolate(email)}؟`,
  removeText: 'يخرج المستخدم في الحال من كل مكان ولا يمكنه الدخول من جديد. تبقى المفاتيح التي أنشأها صالحة.',
}

/** The words of the page of users. */
export const userWords: Record<Locale, UserWords> = { fr, en, ar }
