const paragraphs = [
  '<p>Au sein d’une équipe de <strong>six personnes</strong>, vous prenez en charge le dossier @ de bout en bout : de l’écoute du client à la mise en service, puis à son suivi.</p>',
  '<ul><li>Préparer et animer les ateliers avec les métiers &amp; la direction</li><li>Tenir la documentation <em>à jour</em></li><li>Accompagner les nouveaux arrivants</li></ul>',
  '<h3>Votre cadre</h3><p>Des locaux au centre-ville, deux jours de télétravail par semaine, et <a href="https://example.com/carrieres">un parcours de formation</a> choisi ensemble chaque année.</p>',
  '<p>Nous attendons de vous de la rigueur, du goût pour le travail en commun<br>et une expérience réussie d’au moins trois ans dans un poste semblable.</p>',
]

const facts = {
  title: 'Développeuse ou développeur TypeScript',
  benefits: ['Assurance santé', 'Télétravail'],
  country: 'Maroc',
  city: ['Casablanca', 'Rabat'],
  languages: ['fr', 'en'],
  contractType: 'CDI',
  educationLevel: 'BAC +5',
  workMode: 'HYBRID',
  minSalary: 18e3,
  maxSalary: 24e3,
  displaySalary: true,
  minExperience: 2,
  maxExperience: 5,
  recruitmentProcess: ['Entretien RH', 'Test technique', 'Rencontre de l’équipe'],
}

/** Makes a job of about this size without an id; most of it is HTML. Each number gives another text, which no cache knows. */
export function makeJob(bodyBytes: number, number: number): typeof facts & Record<string, unknown> {
  const left = bodyBytes - JSON.stringify(facts).length
  const html = (bytes: number) => {
    let text = ''
    for (let index = 0; text.length < bytes; index++) text += paragraphs[index % paragraphs.length]
    return text.replaceAll('@', String(number))
  }
  return {
    ...facts,
    description: html(left * 0.5),
    responsibilities: html(left * 0.2),
    qualifications: html(left * 0.1),
  }
}
