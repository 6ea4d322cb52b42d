import type { Locale } from '@boardwalk/schema/company'

const en = {
  heading: 'Get new jobs by e-mail',
  text: 'One e-mail a day at most, only if there are new jobs for this search. No account, and one click stops it.',
  textOf: (search: string) =>
    `Your search: ${search}. One e-mail a day at most, only if there are new jobs. No account, and one click stops it.`,
  email: 'Your e-mail address',
  send: 'Create alert',
  tooMany:
    'Too many alerts were asked for today, for this address or from your connection. See whether the e-mail to confirm has arrived, also in your spam folder, or try again tomorrow.',
  /** The link to the feed of a search, and in the foot of pages. */
  feed: 'Follow these jobs by RSS',
  jobsInRss: 'Jobs in RSS',
  everyJob: 'all jobs',
  requested: {
    heading: 'Check your e-mail',
    text: 'An e-mail to confirm is on its way. Open it and confirm within two days: then the alert begins. If it does not arrive, look in your spam folder, or check the address and try again.',
  },
  confirm: {
    heading: 'Confirm the alert',
    text: (search: string) => `Get new jobs by e-mail, once a day at most. Your search: ${search}.`,
    send: 'Confirm',
  },
  confirmed: {
    heading: 'Alert confirmed',
    text: (search: string) =>
      `You will get new jobs by e-mail, once a day at most. Your search: ${search}. Each e-mail has a link that stops the alert.`,
  },
  end: {
    heading: 'Stop the alert',
    text: (search: string) => `You will get no more e-mails for this search: ${search}.`,
    send: 'Stop the alert',
  },
  ended: {
    heading: 'Alert stopped',
    text: 'You will get no more e-mails for this search. Your address is deleted.',
  },
  unknown: {
    heading: 'This link is no longer valid',
    text: 'The alert was stopped, or was not confirmed within two days. To create another one, make a search and leave your address under the results.',
  },
  toJobs: 'See the jobs',
}

type Words = typeof en

const fr: Words = {
  heading: 'Recevoir les nouvelles offres par e-mail',
  text: 'Un e-mail par jour au plus, seulement s’il y a de nouvelles offres pour cette recherche. Sans compte, et vous l’arrêtez en un clic.',
  textOf: (search) =>
    `Votre recherche\u00a0: ${search}. Un e-mail par jour au plus, seulement s’il y a de nouvelles offres. Sans compte, et vous l’arrêtez en un clic.`,
  email: 'Votre adresse e-mail',
  send: 'Créer l’alerte',
  tooMany:
    'Trop d’alertes ont été demandées aujourd’hui pour cette adresse ou depuis votre connexion. Regardez si l’e-mail de confirmation est arrivé, aussi parmi les indésirables, ou réessayez demain.',
  feed: 'Suivre ces offres par RSS',
  jobsInRss: 'Offres en RSS',
  everyJob: 'toutes les offres',
  requested: {
    heading: 'Regardez vos e-mails',
    text: 'Un e-mail de confirmation est en route. Ouvrez-le et confirmez dans les deux jours\u00a0: l’alerte commence ensuite. S’il n’arrive pas, regardez parmi les indésirables, ou vérifiez l’adresse et recommencez.',
  },
  confirm: {
    heading: 'Confirmer l’alerte',
    text: (search) =>
      `Recevez les nouvelles offres par e-mail, une fois par jour au plus. Votre recherche\u00a0: ${search}.`,
    send: 'Confirmer',
  },
  confirmed: {
    heading: 'Alerte confirmée',
    text: (search) =>
      `Vous recevrez les nouvelles offres par e-mail, une fois par jour au plus. Votre recherche\u00a0: ${search}. Chaque e-mail a un lien pour arrêter l’alerte.`,
  },
  end: {
    heading: 'Arrêter l’alerte',
    text: (search) => `Vous ne recevrez plus d’e-mail pour cette recherche\u00a0: ${search}.`,
    send: 'Arrêter l’alerte',
  },
  ended: {
    heading: 'Alerte arrêtée',
    text: 'Vous ne recevrez plus d’e-mail pour cette recherche. Votre adresse est effacée.',
  },
  unknown: {
    heading: 'Ce lien n’est plus valable',
    text: 'L’alerte a été arrêtée, ou n’a pas été confirmée dans les deux jours. Pour en créer une autre, faites une recherche et laissez votre adresse sous les résultats.',
  },
  toJobs: 'Voir les offres d’emploi',
}

const ar: Words = {
  heading: 'التوصل بالعروض الجديدة عبر البريد الإلكتروني',
  text: 'رسالة واحدة في اليوم على الأكثر، وفقط إذا وُجدت عروض جديدة لهذا البحث. بلا حساب، ويمكنك إيقافها بنقرة واحدة.',
  textOf: (search) =>
    `بحثك: \u2068${search}\u2069. رسالة واحدة في اليوم على الأكثر، وفقط إذا وُجدت عروض جديدة. بلا حساب، ويمكنك إيقافها بنقرة واحدة.`,
  email: 'بريدك الإلكتروني',
  send: 'إنشاء التنبيه',
  tooMany:
    'طُلبت اليوم تنبيهات كثيرة لهذا العنوان أو من اتصالك بالإنترنت. تحقق من وصول رسالة التأكيد، وابحث عنها في الرسائل غير المرغوب فيها أيضاً، أو أعد المحاولة غداً.',
  feed: 'متابعة هذه العروض عبر RSS',
  jobsInRss: 'العروض عبر RSS',
  everyJob: 'كل العروض',
  requested: {
    heading: 'تفقّد بريدك الإلكتروني',
    text: 'رسالة التأكيد في طريقها إليك. افتحها وأكّد خلال يومين ليبدأ التنبيه. إذا لم تصل، فابحث عنها في الرسائل غير المرغوب فيها، أو تحقق من العنوان وأعد المحاولة.',
  },
  confirm: {
    heading: 'تأكيد التنبيه',
    text: (search) =>
      `ستصلك العروض الجديدة عبر البريد الإلكتروني، مرة واحدة في اليوم على الأكثر. بحثك: \u2068${search}\u2069.`,
    send: 'تأكيد',
  },
  confirmed: {
    heading: 'تم تأكيد التنبيه',
    text: (search) =>
      `ستصلك العروض الجديدة عبر البريد الإلكتروني، مرة واحدة في اليوم على الأكثر. بحثك: \u2068${search}\u2069. في كل رسالة رابط لإيقاف التنبيه.`,
  },
  end: {
    heading: 'إيقاف التنبيه',
    text: (search) => `لن تصلك بعد الآن رسائل لهذا البحث: \u2068${search}\u2069.`,
    send: 'إيقاف التنبيه',
  },
  ended: {
    heading: 'تم إيقاف التنبيه',
    text: 'لن تصلك بعد الآن رسائل لهذا البحث. حُذف عنوانك.',
  },
  unknown: {
    heading: 'هذا الرابط لم يعد صالحاً',
    text: 'أُوقف التنبيه، أو لم يُؤكَّد خلال يومين. لإنشاء تنبيه آخر، ابحث عن عروض واترك عنوانك أسفل النتائج.',
  },
  toJobs: 'الاطلاع على عروض العمل',
}

/** How a job seeker follows a search: the form of an alert under the results, its pages, and the feed. */
export const alertPageWords: Record<Locale, Words> = { fr, en, ar }
