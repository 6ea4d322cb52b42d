import type { Locale } from '@boardwalk/schema/company'
import { isolate } from '@boardwalk/schema/words/page-language'
import { plural } from '../plural.ts'
import type { CancelReason, Kind, SkipReason } from './kind.ts'

const en = {
  open: 'Reply…',
  openSeveral: (count: number) => plural.en(count, { one: 'Reply to # person…', other: 'Reply to # people…' }),
  tooMany: (count: number) => `You can reply to at most ${count} people at a time.`,
  title: 'Reply by e-mail',
  kinds: { acknowledge: 'We are reading it', invite: 'Invite', refuse: 'Refuse' } satisfies Record<Kind, string>,
  kind: 'What do you want to tell?',
  status: 'Status that is set with it',
  keepStatus: 'leave as it is',
  reads: (count: number) => plural.en(count, { one: '# person gets this e-mail:', other: '# people get this e-mail:' }),
  to: (email: string) => `To ${email}, for example`,
  repliesTo: (email: string) => `Replies go to ${email}.`,
  noReplies:
    'People cannot reply to this e-mail: your company has no address for replies yet. Enter it under “Company”.',
  waits: (duration: string) =>
    `The status becomes “Rejected” now. The e-mail goes out in ${duration}; until then you can take it back.`,
  atOnce: 'The e-mail goes out at once and cannot be taken back.',
  skippedTitle: (count: number) =>
    plural.en(count, { one: '# person gets no e-mail:', other: '# people get no e-mail:' }),
  skipped: (name: string, reason: string) => `${name}: ${reason}`,
  reasons: {
    erased: 'data erased',
    withdrawn: 'application withdrawn',
    address_refused: 'the address does not exist',
    replied: 'has had this reply, or will get it',
    changed: 'the status was changed in the meantime',
  } satisfies Record<SkipReason, string>,
  send: (count: number) => plural.en(count, { one: 'Send to # person', other: 'Send to # people' }),
  sent: (count: number) =>
    plural.en(count, {
      one: 'The e-mail to # person is on its way.',
      other: 'The e-mails to # people are on their way.',
    }),
  waiting: (count: number, at: string) =>
    `${plural.en(count, { one: '# refusal goes out on', other: '# refusals go out on' })} ${at}.`,
  none: 'No e-mail was sent.',
  undo: 'Undo',
  takeBack: 'Take the refusal back',
  takeBackSeveral: (count: number) => plural.en(count, { one: 'Take # refusal back', other: 'Take # refusals back' }),
  takenBack: (count: number) =>
    plural.en(count, {
      one: '# refusal is taken back. No e-mail goes out.',
      other: '# refusals are taken back. No e-mail goes out.',
    }),
  tooLate: 'It was too late: the e-mail has gone out.',
  states: {
    waiting: {
      acknowledge: (at: string, by: string) => `The e-mail “We are reading it” goes out on ${at}, by ${by}.`,
      invite: (at: string, by: string) => `The invitation goes out on ${at}, by ${by}.`,
      refuse: (at: string, by: string) => `The refusal goes out on ${at}, by ${by}. Another status cancels it.`,
    },
    sent: {
      acknowledge: (at: string, by: string) => `Told on ${at} that it is being read, by ${by}.`,
      invite: (at: string, by: string) => `Invited on ${at} by ${by}.`,
      refuse: (at: string, by: string) => `Refused by e-mail on ${at} by ${by}.`,
    },
  },
  byKey: (name: string) => `your ATS (key “${name}”)`,
  sending: 'The e-mail is being sent.',
  refused: 'The e-mail was not sent: the mail server says that the address does not exist.',
  failed: 'The e-mail could not be sent for two days. You can send it again.',
  cancelled: {
    taken_back: 'The e-mail was taken back.',
    status: 'The refusal was cancelled, because the status changed.',
    erased: 'The e-mail was cancelled, because the data was erased.',
    suspended: 'The e-mail was cancelled, because the company is suspended.',
    restored: 'The e-mail was cancelled, because the board was restored from a backup. It may have gone out before.',
  } satisfies Record<CancelReason, string>,
  withdrawnOn: (at: string) => `The applicant withdrew the application on ${at}.`,
}

export type ReplyWords = typeof en

const fr: ReplyWords = {
  open: 'Répondre…',
  openSeveral: (count) => plural.fr(count, { one: 'Répondre à # personne…', other: 'Répondre à # personnes…' }),
  tooMany: (count) => `Vous pouvez répondre à ${count} personnes au plus à la fois.`,
  title: 'Répondre par e-mail',
  kinds: { acknowledge: 'Candidature à l’étude', invite: 'Inviter', refuse: 'Refuser' },
  kind: 'Que voulez-vous dire\u00a0?',
  status: 'Statut défini en même temps',
  keepStatus: 'ne pas changer',
  reads: (count) =>
    plural.fr(count, { one: '# personne reçoit cet e-mail\u00a0:', other: '# personnes reçoivent cet e-mail\u00a0:' }),
  to: (email) => `À ${email}, par exemple`,
  repliesTo: (email) => `Les réponses vont à ${email}.`,
  noReplies:
    'On ne peut pas répondre à cet e-mail\u00a0: votre entreprise n’a pas encore d’adresse pour les réponses. Indiquez-la sous «\u00a0Entreprise\u00a0».',
  waits: (duration) =>
    `Le statut devient «\u00a0Refusée\u00a0» maintenant. L’e-mail part dans ${duration}\u00a0; jusque-là, vous pouvez l’annuler.`,
  atOnce: 'L’e-mail part tout de suite et ne peut pas être annulé.',
  skippedTitle: (count) =>
    plural.fr(count, { one: '# personne ne reçoit rien\u00a0:', other: '# personnes ne reçoivent rien\u00a0:' }),
  skipped: (name, reason) => `${name}\u00a0: ${reason}`,
  reasons: {
    erased: 'données effacées',
    withdrawn: 'candidature retirée',
    address_refused: 'l’adresse n’existe pas',
    replied: 'a reçu cette réponse, ou va la recevoir',
    changed: 'le statut a été modifié entre-temps',
  },
  send: (count) => plural.fr(count, { one: 'Envoyer à # personne', other: 'Envoyer à # personnes' }),
  sent: (count) =>
    plural.fr(count, { one: 'L’e-mail à # personne est en route.', other: 'Les e-mails à # personnes sont en route.' }),
  waiting: (count, at) => `${plural.fr(count, { one: '# refus part le', other: '# refus partent le' })} ${at}.`,
  none: 'Aucun e-mail n’a été envoyé.',
  undo: 'Annuler',
  takeBack: 'Annuler le refus',
  takeBackSeveral: (count) => plural.fr(count, { one: 'Annuler # refus', other: 'Annuler # refus' }),
  takenBack: (count) =>
    plural.fr(count, {
      one: '# refus est annulé. Aucun e-mail ne part.',
      other: '# refus sont annulés. Aucun e-mail ne part.',
    }),
  tooLate: 'Il était trop tard\u00a0: l’e-mail est parti.',
  states: {
    waiting: {
      acknowledge: (at, by) => `L’e-mail «\u00a0Candidature à l’étude\u00a0» part le ${at}, par ${by}.`,
      invite: (at, by) => `L’invitation part le ${at}, par ${by}.`,
      refuse: (at, by) => `Le refus part le ${at}, par ${by}. Un autre statut l’annule.`,
    },
    sent: {
      acknowledge: (at, by) => `Prévenue le ${at} que la candidature est à l’étude, par ${by}.`,
      invite: (at, by) => `Invitée le ${at} par ${by}.`,
      refuse: (at, by) => `Refusée par e-mail le ${at} par ${by}.`,
    },
  },
  byKey: (name) => `votre ATS (clé «\u00a0${name}\u00a0»)`,
  sending: 'L’e-mail est en cours d’envoi.',
  refused: 'L’e-mail n’est pas parti\u00a0: le serveur de messagerie dit que l’adresse n’existe pas.',
  failed: 'L’e-mail n’a pas pu être envoyé pendant deux jours. Vous pouvez l’envoyer de nouveau.',
  cancelled: {
    taken_back: 'L’e-mail a été annulé.',
    status: 'Le refus a été annulé, car le statut a changé.',
    erased: 'L’e-mail a été annulé, car les données ont été effacées.',
    suspended: 'L’e-mail a été annulé, car l’entreprise est suspendue.',
    restored: 'L’e-mail a été annulé, car le site a été restauré d’une sauvegarde. Il est peut-être parti avant.',
  },
  withdrawnOn: (at) => `La personne a retiré sa candidature le ${at}.`,
}

const ar: ReplyWords = {
  open: 'رد…',
  openSeveral: (count) =>
    plural.ar(count, {
      one: 'رد على شخص واحد…',
      two: 'رد على شخصين…',
      few: 'رد على # أشخاص…',
      many: 'رد على # شخصاً…',
      other: 'رد على # شخص…',
    }),
  tooMany: (count) => `يمكنك الرد على ${count} شخص على الأكثر في كل مرة.`,
  title: 'الرد بالبريد الإلكتروني',
  kinds: { acknowledge: 'الطلب قيد الدراسة', invite: 'دعوة', refuse: 'رفض' },
  kind: 'ماذا تريد أن تقول؟',
  status: 'الحالة التي تُحدد معه',
  keepStatus: 'بلا تغيير',
  reads: (count) =>
    plural.ar(count, {
      one: 'شخص واحد يتلقى هذه الرسالة:',
      two: 'شخصان يتلقيان هذه الرسالة:',
      few: '# أشخاص يتلقون هذه الرسالة:',
      many: '# شخصاً يتلقون هذه الرسالة:',
      other: '# شخص يتلقون هذه الرسالة:',
    }),
  to: (email) => `إلى ${isolate(email)} مثلاً`,
  repliesTo: (email) => `تصل الردود إلى ${isolate(email)}.`,
  noReplies: 'لا يمكن الرد على هذه الرسالة: ليس لشركتك بعد عنوان للردود. أدخله في صفحة «الشركة».',
  waits: (duration) => `تصبح الحالة «مرفوض» الآن. تُرسل الرسالة بعد ${duration}، ويمكنك التراجع عنها حتى ذلك الحين.`,
  atOnce: 'تُرسل الرسالة فوراً ولا يمكن التراجع عنها.',
  skippedTitle: (count) =>
    plural.ar(count, {
      one: 'شخص واحد لا يتلقى رسالة:',
      two: 'شخصان لا يتلقيان رسالة:',
      few: '# أشخاص لا يتلقون رسالة:',
      many: '# شخصاً لا يتلقون رسالة:',
      other: '# شخص لا يتلقون رسالة:',
    }),
  skipped: (name, reason) => `${isolate(name)}: ${reason}`,
  reasons: {
    erased: 'مُحيت البيانات',
    withdrawn: 'سُحب الطلب',
    address_refused: 'العنوان غير موجود',
    replied: 'تلقى هذا الرد أو سيتلقاه',
    changed: 'تغيرت الحالة في هذه الأثناء',
  },
  send: (count) =>
    plural.ar(count, {
      one: 'إرسال إلى شخص واحد',
      two: 'إرسال إلى شخصين',
      few: 'إرسال إلى # أشخاص',
      many: 'إرسال إلى # شخصاً',
      other: 'إرسال إلى # شخص',
    }),
  sent: (count) =>
    plural.ar(count, {
      one: 'الرسالة إلى شخص واحد في الطريق.',
      two: 'الرسالتان إلى شخصين في الطريق.',
      few: 'الرسائل إلى # أشخاص في الطريق.',
      many: 'الرسائل إلى # شخصاً في الطريق.',
      other: 'الرسائل إلى # شخص في الطريق.',
    }),
  waiting: (count, at) => `عدد رسائل الرفض: ${plural.ar(count, { other: '#' })}، تُرسل في ${isolate(at)}.`,
  none: 'لم تُرسل أي رسالة.',
  undo: 'تراجع',
  takeBack: 'التراجع عن الرفض',
  takeBackSeveral: (count) => `التراجع عن رسائل الرفض (${plural.ar(count, { other: '#' })})`,
  takenBack: (count) => `عدد رسائل الرفض التي تُراجع عنها: ${plural.ar(count, { other: '#' })}. لن تُرسل.`,
  tooLate: 'فات الأوان: أُرسلت الرسالة.',
  states: {
    waiting: {
      acknowledge: (at, by) => `تُرسل رسالة «الطلب قيد الدراسة» في ${isolate(at)}، من ${isolate(by)}.`,
      invite: (at, by) => `تُرسل الدعوة في ${isolate(at)}، من ${isolate(by)}.`,
      refuse: (at, by) => `يُرسل الرفض في ${isolate(at)}، من ${isolate(by)}. حالة أخرى تلغيه.`,
    },
    sent: {
      acknowledge: (at, by) => `أُبلغ في ${isolate(at)} بأن الطلب قيد الدراسة، من ${isolate(by)}.`,
      invite: (at, by) => `دُعي في ${isolate(at)} من ${isolate(by)}.`,
      refuse: (at, by) => `أُبلغ بالرفض في ${isolate(at)} من ${isolate(by)}.`,
    },
  },
  byKey: (name) => `نظام التوظيف (المفتاح «${isolate(name)}»)`,
  sending: 'الرسالة قيد الإرسال.',
  refused: 'لم تُرسل الرسالة: يقول خادم البريد إن العنوان غير موجود.',
  failed: 'تعذر إرسال الرسالة طوال يومين. يمكنك إرسالها من جديد.',
  cancelled: {
    taken_back: 'جرى التراجع عن الرسالة.',
    status: 'أُلغي الرفض لأن الحالة تغيرت.',
    erased: 'أُلغيت الرسالة لأن البيانات مُحيت.',
    suspended: 'أُلغيت الرسالة لأن الشركة موقوفة.',
    restored: 'أُلغيت الرسالة لأن الموقع استُرجع من نسخة احتياطية. ربما أُرسلت قبل ذلك.',
  },
  withdrawnOn: (at) => `سحب المترشح طلبه في ${isolate(at)}.`,
}

/** The words of replies to applicants. */
export const replyWords: Record<Locale, ReplyWords> = { fr, en, ar }
