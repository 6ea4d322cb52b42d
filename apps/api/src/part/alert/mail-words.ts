import type { Locale } from '@boardwalk/schema/company'
import { createPlural } from '@boardwalk/schema/words/page-language'

/** Every text of the mails about alerts in one language. Each is made of paragraphs. */
interface AlertMailWords {
  alertConfirmation: {
    subject: string
    /** `company` is undefined for jobs of the whole board. `site` is the name of the board, or else its address. `filters` is empty if the search has none that a mail may name. */
    text: (mail: { site: string; company: string | undefined; filters: string; link: string }) => string[]
  }
  alert: {
    /** `search` is empty for all jobs of the board. */
    subject: (jobs: number, search: string) => string
    /** `others` is the number of jobs that the mail does not list. If `isCounted` is false, there may be more. */
    text: (mail: {
      search: string
      jobs: string[]
      others: number
      isCounted: boolean
      list: string
      unsubscribe: string
    }) => string[]
  }
}

const frPlural = createPlural('fr')

const fr: AlertMailWords = {
  alertConfirmation: {
    subject: 'Confirmez votre alerte emploi',
    text: ({ site, company, filters, link }) => [
      company === undefined
        ? `Sur ${site}, quelqu’un, sans doute vous, a demandé à recevoir à cette adresse les nouvelles offres d’emploi d’une recherche.`
        : `Sur ${site}, quelqu’un, sans doute vous, a demandé à recevoir à cette adresse les nouvelles offres d’emploi de ${company}.`,
      ...(filters === '' ? [] : [`Filtres de la recherche\u00a0: ${filters}`]),
      `Confirmez ici, dans les deux jours\u00a0:\n${link}`,
      'Vous recevrez un e-mail par jour au plus, et seulement s’il y a de nouvelles offres. Chaque e-mail a un lien pour tout arrêter.',
      'Si ce n’était pas vous, vous n’avez rien à faire\u00a0: sans confirmation, votre adresse est effacée.',
    ],
  },
  alert: {
    subject: (jobs, search) =>
      `${frPlural(jobs, { one: '# nouvelle offre', other: '# nouvelles offres' })}${search === '' ? '' : `\u00a0: ${search}`}`,
    text: ({ search, jobs, others, isCounted, list, unsubscribe }) => [
      search === ''
        ? 'Voici les nouvelles offres d’emploi.'
        : `Voici les nouvelles offres pour votre alerte «\u00a0${search}\u00a0».`,
      ...jobs,
      ...(others > 0
        ? [
            `${isCounted ? 'Et encore' : 'Et au moins'} ${frPlural(others, { one: '# autre offre', other: '# autres offres' })}.`,
          ]
        : []),
      `Toutes les offres de cette recherche\u00a0:\n${list}`,
      `Ne plus recevoir cette alerte\u00a0:\n${unsubscribe}`,
    ],
  },
}

const enPlural = createPlural('en')

const en: AlertMailWords = {
  alertConfirmation: {
    subject: 'Confirm your job alert',
    text: ({ site, company, filters, link }) => [
      company === undefined
        ? `We were asked on ${site} to send the new jobs of a search to this address.`
        : `We were asked on ${site} to send the new jobs at ${company} to this address.`,
      ...(filters === '' ? [] : [`Filters of the search: ${filters}`]),
      `Confirm here, within two days:\n${link}`,
      'You will get one mail a day at most, and only if there are new jobs. Each mail has a link that stops them.',
      'If you did not ask for it, you need not do anything: without a confirmation, your address is deleted.',
    ],
  },
  alert: {
    subject: (jobs, search) =>
      `${enPlural(jobs, { one: '# new job', other: '# new jobs' })}${search === '' ? '' : `: ${search}`}`,
    text: ({ search, jobs, others, isCounted, list, unsubscribe }) => [
      search === '' ? 'These are the new jobs.' : `These are the new jobs for your alert “${search}”.`,
      ...jobs,
      ...(others > 0
        ? [`And ${isCounted ? '' : 'at least '}${enPlural(others, { one: '# more job', other: '# more jobs' })}.`]
        : []),
      `All jobs of this search:\n${list}`,
      `Stop this alert:\n${unsubscribe}`,
    ],
  },
}

const arPlural = createPlural('ar')

const ar: AlertMailWords = {
  alertConfirmation: {
    subject: 'أكّد تنبيه الوظائف',
    text: ({ site, company, filters, link }) => [
      company === undefined
        ? `طلب شخص ما، والأرجح أنه أنت، على ${site} التوصل على هذا العنوان بعروض العمل الجديدة لبحث.`
        : `طلب شخص ما، والأرجح أنه أنت، على ${site} التوصل على هذا العنوان بعروض العمل الجديدة لدى ${company}.`,
      ...(filters === '' ? [] : [`عوامل تصفية البحث: ${filters}`]),
      `أكّد هنا خلال يومين:\n${link}`,
      'ستصلك رسالة واحدة في اليوم على الأكثر، وفقط إذا وُجدت عروض جديدة. في كل رسالة رابط لإيقافها.',
      'إذا لم تكن أنت، فلا داعي لفعل أي شيء: بدون تأكيد يُحذف عنوانك.',
    ],
  },
  alert: {
    subject: (jobs, search) =>
      `${arPlural(jobs, { one: 'عرض عمل جديد', two: 'عرضا عمل جديدان', few: '# عروض عمل جديدة', other: '# عرض عمل جديد' })}${search === '' ? '' : `: ${search}`}`,
    text: ({ search, jobs, others, isCounted, list, unsubscribe }) => [
      search === '' ? 'هذه عروض العمل الجديدة.' : `هذه عروض العمل الجديدة لتنبيهك «${search}».`,
      ...jobs,
      ...(others > 0
        ? [
            `${isCounted ? 'وهناك أيضا' : 'وهناك على الأقل'} ${arPlural(others, { one: 'عرض آخر', two: 'عرضان آخران', few: '# عروض أخرى', other: '# عرضا آخر' })}.`,
          ]
        : []),
      `كل عروض هذا البحث:\n${list}`,
      `لإيقاف هذا التنبيه:\n${unsubscribe}`,
    ],
  },
}

/** Every text of the mails about alerts, by language. */
export const alertMailWords: Record<Locale, AlertMailWords> = { fr, en, ar }
