import { expect, test } from 'vitest'
import { findRoot, readWanted, splitText, splitTitle } from './words.ts'

/** Reads lines such as "Avocat(e) = avocat avocate". */
const readTable = (table: string) =>
  table
    .trim()
    .split(/\s*[\n;]\s*/)
    .map((line): [string, string] => {
      const [from = '', to = ''] = line.split(' = ')
      return [from, to]
    })

test('an inclusive title has both forms of its word; nothing else in brackets makes a form, and H/F is no word', () => {
  const titles = readTable(`
    Avocat(e) = avocat avocate; Avocat(es) = avocat avocates; Employé(e)(s) = employe employee
    Technicien(ne) = technicien technicienne; Technicien(nes) = technicien techniciennes
    Technicien·ne·s = technicien technicienne; Employé•e•s = employe employee
    Employé‧e = employe employee; Employé⋅e = employe employee
    Cadet(te) = cadet cadette; Professionnel(le) = professionnel professionnelle; Chef(fe) = chef cheffe
    Serveur/se = serveur serveuse; Comptable(s) = comptable comptables; Maître(sse) = maitre maitresse
    Host(ess) = host hostess; Boulanger(ère) = boulanger boulangere; Infirmier(ière) = infirmier infirmiere
    Boulanger(ères) = boulanger boulangeres; Vendeur(euse) = vendeur vendeuse; Religieux(se) = religieux religieuse
    Acheteur(teuse) = acheteur acheteuse; Directeur/-trice = directeur directrice; Directeur-rice = directeur directrice
    Lycéen(enne) = lyceen lyceenne; Pharmacien(ienne) = pharmacien pharmacienne; Patron(onne) = patron patronne
    Créatif(ve) = creatif creative; Créatif(ive) = creatif creative; Professionnel(elle) = professionnel professionnelle
    Commercial(ale) = commercial commerciale; Employé(ée) = employe employee
    Assistant(ante) = assistant assistante; Agent(ente) = agent agente
    محاسب(ة) = محاسب محاسبه; مهندس(ات) = مهندس مهندسات; مهندس(ين) = مهندس مهندسين
    Comptable (Rabat) = comptable rabat; Chef(xy) = chef xy; Agent H/F = agent; Agent (f / m) = agent
    H/F : agent = agent; Agent f/maintenance = agent f maintenance
  `)
  for (const [title, words] of titles)
    expect([title, [...new Set(splitTitle(title))].join(' ')]).toEqual([title, words])
})

test('a text and a search leave out what every text has; a search of such words only looks for them; ten words count', () => {
  for (const common of [
    'à, au, aux, avec, ces, cette, chez, dans, de, des, du, en, et, la, le, les, leur, leurs, nos, notre, nous, ou',
    'par, pour, que, qui, sont, sur, un, une, vos, votre, vous, l’, d’, qu’',
    'an and are at be by for from in is of on or our that the this to we will with you your',
    'إلى، عن، على، في، مع، من',
  ]) {
    expect([...splitText(`${common} comptable`)]).toEqual(['comptable'])
    expect(readWanted(`${common} comptable`)).toEqual(['comptable'])
  }
  expect(readWanted('de la')).toEqual(['de', 'la'])
  expect(readWanted('a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 a1').join(' ')).toBe('a1 b2 c3 d4 e5 f6 g7 h8 i9 j10')
})

test('the forms of a word have one root, and words of another meaning have not', () => {
  for (const forms of [
    ...[
      'directeur directrice directrices',
      'vendeur vendeuse vendeurs',
      'serieux serieuse',
      'sportif sportive sportifs',
    ],
    ...['commercial commerciaux commerciale', 'bureau bureaux', 'bac bacs', 'technicien technicienne techniciennes'],
    ...['conseiller conseillere conseilleres', 'francais francaise francaises', 'chinois chinoise chinoises'],
    ...['professionnel professionnelle professionnelles', 'cadet cadette cadettes', 'employe employee employees'],
    ...[
      'company companies',
      'محاسب محاسبه محاسبون محاسبين محاسبات المحاسب والمحاسب فالمحاسب بالمحاسب كالمحاسب للمحاسب',
    ],
  ])
    expect([forms, new Set(forms.split(' ').map(findRoot)).size]).toEqual([forms, 1])
  for (const words of ['technicien technique', 'rue ru', 'dos do', 'prix prise', 'actrice acte'])
    expect([words, new Set(words.split(' ').map(findRoot)).size]).toEqual([words, 2])
})
