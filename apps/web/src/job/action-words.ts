import type { Locale } from '@boardwalk/schema/company'
import { isolate } from '@boardwalk/schema/words/page-language'
import { number, plural } from '../plural.ts'

const en = {
  bulk: {
    chosen: (count: number) => plural.en(count, { one: '# job selected', other: '# jobs selected' }),
    title: {
      PUBLISHED: (count: number) => plural.en(count, { one: 'Publish # job?', other: 'Publish # jobs?' }),
      UNPUBLISHED: (count: number) => plural.en(count, { one: 'Unpublish # job?', other: 'Unpublish # jobs?' }),
    },
    text: {
      PUBLISHED:
        'Candidates will see the pages of these jobs and can apply. Jobs that are live already stay as they are.',
      UNPUBLISHED:
        'Candidates will no longer see the pages of these jobs and cannot apply. The jobs and their applications are kept. Drafts stay as they are.',
    },
    done: {
      PUBLISHED: (changed: number, unchanged: number) =>
        `${plural.en(changed, { one: '# job published.', other: '# jobs published.' })} ${unchanged === 0 ? '' : `Live before: ${number.en(unchanged)}.`}`,
      UNPUBLISHED: (changed: number, unchanged: number) =>
        `${plural.en(changed, { one: '# job unpublished.', other: '# jobs unpublished.' })} ${unchanged === 0 ? '' : `Drafts before: ${number.en(unchanged)}.`}`,
    },
    failed: (count: number) => plural.en(count, { one: '# job was not changed', other: '# jobs were not changed' }),
  },
  deleteDraft: {
    action: 'Delete this draft…',
    title: (title: string) => `Delete “${title}”?`,
    text: 'The draft was never published, so it has no applications. It is deleted for good.',
    externalId: (externalId: string) =>
      `Your ATS knows this draft as “${externalId}”. After this, the API answers 404 for this id, and if your ATS sends the job again, a new one is made.`,
    submit: 'Delete',
    done: 'The draft is deleted.',
  },
  conflict: {
    title: 'This job has been changed in the meantime',
    text: 'It was saved after you opened it. Your changes have not been saved yet.',
    saveAnyway: 'Save my changes anyway',
    discard: 'Discard my changes and show the current job',
  },
  externalId: {
    set: 'Set the external id',
    change: 'Change the external id',
    warningTitle: 'This will break calls from your ATS',
    warningText: (externalId: string) =>
      `Your ATS knows this job as “${externalId}”. After this change, an update with the old id creates a second job, and requests for candidates with the old id are refused, until your ATS uses the new id.`,
    hint: 'The id of this job in your ATS. It must match exactly.',
    emptyWarning:
      'If you save it empty, the job has no external id. Your ATS cannot reach it until it is linked again.',
    saved: 'External id saved.',
  },
}

type JobActionWords = typeof en

const fr: JobActionWords = {
  bulk: {
    chosen: (count) => plural.fr(count, { one: '# offre choisie', other: '# offres choisies' }),
    title: {
      PUBLISHED: (count) => plural.fr(count, { one: 'Publier # offre\u00a0?', other: 'Publier # offres\u00a0?' }),
      UNPUBLISHED: (count) => plural.fr(count, { one: 'Dépublier # offre\u00a0?', other: 'Dépublier # offres\u00a0?' }),
    },
    text: {
      PUBLISHED:
        'Les candidats verront leurs pages et pourront postuler. Les offres déjà en ligne restent telles quelles.',
      UNPUBLISHED:
        'Les candidats ne verront plus leurs pages et ne pourront plus postuler. Les offres et leurs candidatures restent. Les brouillons restent tels quels.',
    },
    done: {
      PUBLISHED: (changed, unchanged) =>
        `${plural.fr(changed, { one: '# offre publiée.', other: '# offres publiées.' })} ${unchanged === 0 ? '' : `Déjà en ligne\u00a0: ${number.fr(unchanged)}.`}`,
      UNPUBLISHED: (changed, unchanged) =>
        `${plural.fr(changed, { one: '# offre dépubliée.', other: '# offres dépubliées.' })} ${unchanged === 0 ? '' : `Déjà brouillons\u00a0: ${number.fr(unchanged)}.`}`,
    },
    failed: (count) =>
      plural.fr(count, { one: '# offre n’a pas été modifiée', other: '# offres n’ont pas été modifiées' }),
  },
  deleteDraft: {
    action: 'Supprimer ce brouillon…',
    title: (title) => `Supprimer «\u00a0${title}\u00a0»\u00a0?`,
    text: 'Ce brouillon n’a jamais été publié et n’a donc aucune candidature. Il est supprimé définitivement.',
    externalId: (externalId) =>
      `Votre ATS connaît ce brouillon sous «\u00a0${externalId}\u00a0». Ensuite, l’API répond 404 pour cet identifiant, et si votre ATS renvoie l’offre, une nouvelle est créée.`,
    submit: 'Supprimer',
    done: 'Le brouillon est supprimé.',
  },
  conflict: {
    title: 'Cette offre a été modifiée entre-temps',
    text: 'Elle a été enregistrée après que vous l’avez ouverte. Vos changements ne sont pas encore enregistrés.',
    saveAnyway: 'Enregistrer quand même mes changements',
    discard: 'Abandonner mes changements et afficher l’offre actuelle',
  },
  externalId: {
    set: 'Donner un identifiant externe',
    change: 'Changer l’identifiant externe',
    warningTitle: 'Cela interrompra les appels de votre ATS',
    warningText: (externalId) =>
      `Votre ATS connaît cette offre comme «\u00a0${externalId}\u00a0». Après ce changement, une mise à jour avec l’ancien identifiant crée une deuxième offre, et les demandes de candidatures avec l’ancien identifiant sont refusées, tant que votre ATS n’utilise pas le nouveau.`,
    hint: 'L’identifiant de cette offre dans votre ATS, exactement comme il s’écrit là-bas.',
    emptyWarning:
      'Si vous l’enregistrez vide, l’offre n’a plus d’identifiant externe. Votre ATS ne peut plus l’atteindre avant qu’elle soit reliée à nouveau.',
    saved: 'L’identifiant externe est enregistré.',
  },
}

const ar: JobActionWords = {
  bulk: {
    chosen: (count) =>
      plural.ar(count, {
        one: 'اختير عرض واحد',
        two: 'اختير عرضان',
        few: 'اختيرت # عروض',
        many: 'اختير # عرضاً',
        other: 'اختير # عرض',
      }),
    title: {
      PUBLISHED: (count) =>
        plural.ar(count, {
          one: 'نشر عرض واحد؟',
          two: 'نشر عرضين؟',
          few: 'نشر # عروض؟',
          many: 'نشر # عرضاً؟',
          other: 'نشر # عرض؟',
        }),
      UNPUBLISHED: (count) =>
        plural.ar(count, {
          one: 'إلغاء نشر عرض واحد؟',
          two: 'إلغاء نشر عرضين؟',
          few: 'إلغاء نشر # عروض؟',
          many: 'إلغاء نشر # عرضاً؟',
          other: 'إلغاء نشر # عرض؟',
        }),
    },
    text: {
      PUBLISHED: 'سيرى المرشحون صفحات هذه العروض ويمكنهم الترشح. والعروض المنشورة من قبل تبقى كما هي.',
      UNPUBLISHED: 'لن يرى المرشحون صفحات هذه العروض ولن يمكنهم الترشح. وتبقى العروض وطلباتها، والمسودات تبقى كما هي.',
    },
    done: {
      PUBLISHED: (changed, unchanged) =>
        `العروض التي نُشرت: ${number.ar(changed)}. ${unchanged === 0 ? '' : `المنشورة من قبل: ${number.ar(unchanged)}.`}`,
      UNPUBLISHED: (changed, unchanged) =>
        `العروض التي أُلغي نشرها: ${number.ar(changed)}. ${unchanged === 0 ? '' : `المسودات من قبل: ${number.ar(unchanged)}.`}`,
    },
    failed: (count) => `عروض لم تتغير: ${number.ar(count)}`,
  },
  deleteDraft: {
    action: 'احذف هذه المسودة…',
    title: (title) => `حذف «${isolate(title)}»؟`,
    text: 'لم تُنشر هذه المسودة قط، فليست لها طلبات. تُحذف نهائياً.',
    externalId: (externalId) =>
      `يعرف نظام التوظيف هذه المسودة بالمعرف «${isolate(externalId)}». بعد الحذف تجيب الواجهة البرمجية عن هذا المعرف بالرمز 404، وإذا أرسل النظام العرض من جديد أُنشئ عرض جديد.`,
    submit: 'احذف',
    done: 'حُذفت المسودة.',
  },
  conflict: {
    title: 'تغيّر هذا العرض في هذه الأثناء',
    text: 'حُفظ بعد أن فتحته. لم تُحفظ تغييراتك بعد.',
    saveAnyway: 'حفظ تغييراتي رغم ذلك',
    discard: 'ترك تغييراتي وإظهار العرض الحالي',
  },
  externalId: {
    set: 'تحديد المعرف الخارجي',
    change: 'تغيير المعرف الخارجي',
    warningTitle: 'سيقطع هذا طلبات نظام التوظيف',
    warningText: (externalId) =>
      `يعرف نظام التوظيف هذا العرض بالمعرف «${isolate(externalId)}». بعد هذا التغيير ينشئ كل تحديث بالمعرف القديم عرضاً ثانياً، ويُرفض كل جلب للمرشحين به، إلى أن يستعمل نظام التوظيف المعرف الجديد.`,
    hint: 'معرف هذا العرض في نظام التوظيف. يجب أن يطابقه تماماً.',
    emptyWarning: 'إن حفظته فارغاً لم يبق للعرض معرف خارجي. لا يصل إليه نظام التوظيف إلى أن يُربط من جديد.',
    saved: 'حُفظ المعرف الخارجي.',
  },
}

/** The words of what users do with stored jobs. */
export const jobActionWords: Record<Locale, JobActionWords> = { fr, en, ar }
