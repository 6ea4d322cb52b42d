import { createPlural, isolate } from '@boardwalk/schema/words/page-language'
import type { Words } from './en.ts'

const plural = createPlural('fr')

export const fr: Words = {
  openGraphLocale: 'fr_FR',
  otherLanguages: 'Autres langues',
  board: {
    title: 'Offres d’emploi',
    link: 'Offres de toutes les entreprises',
    description: 'Les dernières offres d’emploi de toutes les entreprises de ce site.',
    companies: 'Entreprises qui recrutent',
    noJobsHeading: 'Pas encore d’offre d’emploi',
    noJobs: 'Aucune entreprise ne recrute ici en ce moment. Revenez dans quelques jours.',
    noCompanies: 'Aucune entreprise n’a publié d’offre en ce moment.',
  },
  footer: {
    imprint: 'Mentions légales',
    privacy: 'Protection des données',
    contact: 'Contact',
    forDevelopers: 'Pour les développeurs\u00a0:',
    reference: 'Référence de l’API',
    jobsInXml: 'Offres en XML',
    jobsInJson: 'Offres en JSON',
  },
  jobsAt: (company) => `Offres d’emploi\u00a0– ${company}`,
  jobCount: (jobs) => plural(jobs, { one: '# offre d’emploi', other: '# offres d’emploi' }),
  noJobs: 'Il n’y a pas d’offre d’emploi en ce moment.',
  allJobs: 'Voir les offres d’emploi de l’entreprise',
  otherJobs: (company) => `Autres offres chez ${company}`,
  about: () => 'À propos de l’entreprise',
  readOn: 'Lire la suite',
  website: 'Site web\u00a0:',
  cards: {
    isNew: 'Nouveau',
    allOfCompany: (company, jobs) => `Toutes les offres chez ${isolate(company)} (${jobs})`,
  },
  directory: {
    text: 'Nom de l’entreprise',
    noMatch: 'Aucune entreprise de ce nom ne recrute en ce moment.',
    clear: 'Voir toutes les entreprises',
  },
  search: {
    heading: 'Rechercher une offre',
    text: 'Titre, ville ou entreprise',
    example: 'Métier ou ville',
    textAtCompany: 'Titre ou ville',
    language: 'Langue',
    filters: 'Filtres',
    all: {
      city: 'Ville',
      contractType: 'Contrat',
      workMode: 'Mode',
      language: 'Langue',
    },
    send: 'Rechercher',
    remove: 'Retirer le filtre',
    clear: 'Tout effacer',
    noMatch: 'Aucune offre ne correspond à votre recherche.',
    noMatchHint: 'Essayez un autre mot, ou moins de filtres.',
    nearest: 'Offres proches de votre recherche',
    employers: 'Entreprises de ce nom',
    browse: 'Parcourir les offres',
  },
  pages: {
    label: 'Pages',
    previous: 'Page précédente',
    next: 'Page suivante',
    page: (page) => `Page ${page}`,
    pageOf: (page, pages) => `Page ${page} sur ${pages}`,
  },
  facts: {
    remoteFrom: 'Télétravail depuis',
    experience: 'Expérience',
    salary: 'Salaire',
    posted: 'Publiée le',
    closes: 'Candidatures jusqu’au',
    reference: 'Référence',
  },
  factsHeading: 'En bref',
  job: {
    similar: 'Offres similaires',
    ofCompany: (company) => `Voir ${company} et toutes ses offres`,
  },
  share: { label: 'Partager cette offre', mail: 'E-mail', otherwise: 'Partager…', print: 'Imprimer' },
  amounts: {
    atLeast: (amount) => `${amount} et plus`,
    atMost: (amount) => `jusqu’à ${amount}`,
    currencyDisplay: 'symbol',
    payBases: { NET: 'net', GROSS: 'brut' },
  },
  apply: {
    heading: 'Postuler',
    toJob: (title) => `Postuler\u00a0: ${title}`,
    optional: 'facultatif',
    fields: {
      firstName: {
        missing: 'Indiquez votre prénom.',
        problem: (max) => `Indiquez votre prénom en ${max} caractères au plus.`,
      },
      lastName: {
        missing: 'Indiquez votre nom.',
        problem: (max) => `Indiquez votre nom en ${max} caractères au plus.`,
      },
      email: {
        hint: 'Par exemple nom@example.com',
        problem: () => 'Indiquez une adresse e-mail entière, comme nom@example.com.',
      },
      phone: {
        hint: 'Par exemple +212 600 000 000',
        problem: () => 'Indiquez un numéro de téléphone valable, comme +212 600 000 000, ou laissez ce champ vide.',
      },
      linkedinUrl: {
        hint: 'Par exemple linkedin.com/in/nom',
        problem: () => 'Indiquez l’adresse d’une page, comme linkedin.com/in/nom, ou laissez ce champ vide.',
      },
      message: { problem: (max) => `Le message doit avoir ${max} caractères au plus.` },
      cv: { problem: (max) => `Le CV doit être un seul fichier de ${max} Mo au plus.` },
      consent: {
        problem: () => 'Cochez la case pour nous autoriser à transmettre votre candidature.',
      },
    },
    accents: 'Indiquez votre adresse e-mail sans accent avant le @, comme helene@example.com.',
    meant: (address) =>
      `Vouliez-vous écrire ${address}\u00a0? Corrigez l’adresse ou, si elle est juste, envoyez le formulaire à nouveau sans la changer.`,
    cvTypes: { pdf: 'PDF', docx: 'Word (DOCX)', odt: 'OpenDocument (ODT)' },
    cvHint: (types, megabytes) => `${types}, ${megabytes} Mo au plus`,
    cvKept: (fileName) =>
      `Votre fichier «\u00a0${fileName}\u00a0» est conservé. Choisissez-en un autre pour le remplacer.`,
    cvLost: 'Votre CV n’est plus conservé. Choisissez à nouveau le fichier.',
    cvTooLarge: (megabytes) => `Votre CV dépasse ${megabytes} Mo. Choisissez un fichier plus léger.`,
    cvKinds: {
      empty: 'il est vide',
      word: 'c’est un document Word d’un ancien format',
      document: 'c’est un document d’un autre format',
      text: 'c’est du texte simple',
      other: 'c’est un fichier d’un autre type',
    },
    cvOtherType: (fileName, kind, types) =>
      `«\u00a0${fileName}\u00a0» ne peut pas être envoyé\u00a0: ${kind}. Enregistrez votre CV au format ${types} dans le logiciel où vous l’avez écrit, puis choisissez ce fichier.`,
    cvPhoto: (fileName) =>
      `«\u00a0${fileName}\u00a0» est une image, que l’entreprise ne pourrait pas lire comme un CV. Sur votre téléphone, numérisez la feuille avec l’application Fichiers (iPhone) ou Google Drive (Android), qui en font un PDF. Ou ouvrez l’image, choisissez Imprimer et enregistrez-la en PDF. Choisissez ensuite ce PDF.`,
    cvMacros: (fileName) =>
      `«\u00a0${fileName}\u00a0» contient des macros ou un autre programme, et l’entreprise ne devrait pas l’ouvrir. Enregistrez votre CV au format PDF, puis choisissez ce fichier.`,
    cvDamaged: (fileName) =>
      `«\u00a0${fileName}\u00a0» est abîmé et ne peut pas être lu. Ouvrez-le dans le logiciel où vous l’avez écrit, enregistrez-le au format PDF, puis choisissez ce fichier.`,
    cvLocked: (fileName) =>
      `«\u00a0${fileName}\u00a0» est protégé par un mot de passe, et l’entreprise ne pourrait pas l’ouvrir. Enregistrez votre CV sans mot de passe, puis choisissez ce fichier.`,
    cvRefused:
      'Nous ne pouvons pas recevoir de fichier en ce moment. Envoyez votre candidature sans CV, ou réessayez plus tard. Ce que vous avez écrit est encore là.',
    consent: (company) =>
      `J’accepte que les données de ce formulaire soient transmises à ${company} pour traiter ma candidature.`,
    privacy: (company) => `Comment ${company} utilise vos données`,
    appliedBefore: (day, reference, company) =>
      `Une candidature à ce poste a été envoyée depuis ce navigateur le ${day}. Sa référence est ${reference}. Si vous en envoyez une autre, ${company} reçoit les deux.`,
    trap: 'Laissez ce champ vide',
    send: 'Envoyer ma candidature',
    sending: 'Envoi en cours…',
    offline:
      'Vous n’êtes pas connecté à internet. Rien n’est perdu\u00a0: envoyez à nouveau quand la connexion est rétablie.',
    titlePrefix: 'Erreur',
    problemsHeading: 'Pour envoyer ce formulaire, corrigez\u00a0:',
    tooMany: (minutes) =>
      `Trop de candidatures sont parties de votre adresse internet. ${plural(minutes, { one: 'Réessayez dans # minute.', other: 'Réessayez dans # minutes.' })} Ce que vous avez écrit est encore là.`,
    crowded:
      'Un très grand nombre de personnes postulent en ce moment. Attendez quelques secondes et envoyez ce formulaire à nouveau. Ce que vous avez écrit est toujours là.',
    unreadable: 'Le formulaire n’a pas pu être lu en entier. Envoyez-le à nouveau.',
    elsewhere: (company) => `${company} reçoit les candidatures à cette offre sur un autre site.`,
    notSent: 'Votre candidature n’a pas été envoyée',
    typed: 'Rien de ce formulaire n’a été transmis à l’entreprise. Vous pouvez copier ce que vous avez écrit\u00a0:',
  },
  accepted: {
    heading: 'Candidature envoyée',
    text: (title, company) => `${company} a bien reçu votre candidature au poste «\u00a0${title}\u00a0».`,
    sentOn: 'Envoyée le',
    reference: 'Référence de votre candidature\u00a0:',
    unknown: (title, company) =>
      `Si vous venez d’envoyer le formulaire pour le poste «\u00a0${title}\u00a0», ${company} a bien reçu votre candidature. Votre navigateur ne garde pas de cookies, nous ne pouvons donc pas afficher ici sa référence.`,
    nextHeading: 'Et maintenant\u00a0?',
    byMail: 'Nous vous envoyons aussi une confirmation par e-mail.',
    next: (company) =>
      `${company} lit votre candidature et vous contactera par e-mail ou par téléphone. Gardez la référence pour le cas où vous auriez une question.`,
    steps: 'Le recrutement se fait en plusieurs étapes\u00a0:',
  },
  backToJob: 'Retour à l’offre',
  errors: {
    invalid_request: {
      heading: 'Demande non valable',
      text: 'La demande n’a pas pu être comprise. Revenez en arrière et réessayez.',
    },
    cv_link_invalid: {
      heading: 'Lien non valable',
      text: 'Ce lien vers un CV n’est pas valable ou a expiré. Ouvrez à nouveau la candidature dans votre outil de recrutement pour obtenir un nouveau lien.',
    },
    application_erased: {
      heading: 'Candidature effacée',
      text: 'Les données et le CV de cette personne ont été effacés.',
    },
    origin_refused: {
      heading: 'Demande d’un autre site',
      text: 'Un autre site vous a envoyé ici. Ouvrez l’espace recruteur et réessayez.',
    },
    page_not_found: {
      heading: 'Page introuvable',
      text: 'Il n’y a pas de page à cette adresse. Vérifiez l’adresse.',
    },
    method_not_allowed: {
      heading: 'Action impossible',
      text: 'Cette adresse n’accepte pas cette action.',
    },
    job_unpublished: {
      heading: 'Offre retirée',
      text: 'Cette offre d’emploi n’est plus publiée.',
    },
    job_closed: {
      heading: 'Candidatures closes',
      text: 'Les candidatures pour cette offre d’emploi sont closes.',
    },
    company_withdrawn: {
      heading: 'Entreprise retirée',
      text: 'Cette entreprise et ses offres ne sont actuellement pas sur ce site.',
    },
    body_unsupported: {
      heading: 'Format non accepté',
      text: 'Le formulaire doit être envoyé au format multipart/form-data.',
    },
    too_many_applications: {
      heading: 'Trop de candidatures',
      text: 'Trop de candidatures sont parties de votre adresse internet. Réessayez plus tard.',
    },
    internal: {
      heading: 'Une erreur est survenue',
      text: 'Le problème vient de nous. Rechargez cette page dans un instant. Un formulaire envoyé deux fois ne compte qu’une fois.',
    },
  },
  errorReference: 'Référence de l’erreur\u00a0:',
}
