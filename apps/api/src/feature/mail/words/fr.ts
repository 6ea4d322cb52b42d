import type { MailWords } from '../words.ts'

export const fr: MailWords = {
  invitation: {
    subject: (company) => `Invitation à l’espace recruteur – ${company}`,
    text: ({ company, inviter, operator, link }) => [
      `${operator ? 'L’exploitant du site' : inviter} vous invite à rejoindre l’espace recruteur de ${company}, où se trouvent ses offres et ses candidatures.`,
      `Choisissez votre mot de passe ici. Le lien est valable une seule fois, pendant 7 jours\u00a0:\n${link}`,
      'Si vous n’attendiez pas cette invitation, vous n’avez rien à faire.',
    ],
  },
  password: {
    subject: 'Votre nouveau mot de passe',
    text: ({ site, accounts }) => [
      `Quelqu’un, sans doute vous, a oublié le mot de passe de l’espace recruteur de ${site}.`,
      'Choisissez un nouveau mot de passe ici. Chaque lien est valable une seule fois et remplace les liens précédents\u00a0:',
      ...accounts,
      'Si ce n’était pas vous, vous n’avez rien à faire\u00a0: votre mot de passe n’a pas changé.',
    ],
    account: ({ company, link, isInvitation }) =>
      `${company} (pendant ${isInvitation ? '7 jours' : 'une heure'})\u00a0:\n${link}`,
  },
  confirmation: {
    subject: (title) => `Votre candidature\u00a0: ${title}`,
    text: ({ name, title, company, reference }) => [
      name === '' ? 'Bonjour,' : `Bonjour ${name},`,
      `${company} a bien reçu votre candidature pour «\u00a0${title}\u00a0».`,
      `Référence de votre candidature\u00a0: ${reference}`,
      'Si vous n’avez pas postulé, quelqu’un a saisi votre adresse par erreur et vous n’avez rien à faire.',
    ],
  },
  held: {
    subject: (company) => `Candidatures bloquées\u00a0– ${company}`,
    text: ({ company, count, days, link }) => [
      `Candidatures bloquées chez ${company}\u00a0: ${count}. Un champ que les personnes ne voient pas y était rempli, par un programme de spam ou par une extension du navigateur.`,
      `Laissez passer celles que des personnes ont envoyées, et écartez les autres\u00a0:\n${link}`,
      `Sans décision de votre part, une candidature part vers votre ATS après ${days} jours. Ce message vient une fois par jour au plus.`,
    ],
  },
  end: (site) => `Ce message a été envoyé automatiquement par ${site}`,
}
