import { describe, expect, test } from 'vitest'
import { findRoot, listNear, readWanted, splitText, splitTitle } from './words.ts'

describe('an inclusive title has both forms of its word', () => {
  test.each([
    ['Avocat(e)', 'avocat avocate'],
    ['Avocat(es)', 'avocat avocates'],
    ['Technicien(ne)', 'technicien technicienne'],
    ['Technicien·ne·s', 'technicien technicienne'],
    ['Cadet(te)', 'cadet cadette'],
    ['Technicien(nes)', 'technicien techniciennes'],
    ['Cadet(tes)', 'cadet cadettes'],
    ['Professionnel(le)', 'professionnel professionnelle'],
    ['Professionnel(les)', 'professionnel professionnelles'],
    ['Employé(e)(s)', 'employe employee'],
    ['Employé•e•s', 'employe employee'],
    ['Employé‧e', 'employe employee'],
    ['Employé⋅e', 'employe employee'],
    ['Chef(fe)', 'chef cheffe'],
    ['Serveur/se', 'serveur serveuse'],
    ['Comptable(s)', 'comptable comptables'],
    ['Maître(sse)', 'maitre maitresse'],
    ['Host(ess)', 'host hostess'],
    ['محاسب(ة)', 'محاسب محاسبه'],
    ['مهندس(ات)', 'مهندس مهندسات'],
    ['مهندس(ين)', 'مهندس مهندسين'],
    ['Boulanger(ère)', 'boulanger boulangere'],
    ['Boulanger(ères)', 'boulanger boulangeres'],
    ['Infirmier(ière)', 'infirmier infirmiere'],
    ['Vendeur(euse)', 'vendeur vendeuse'],
    ['Religieux(euse)', 'religieux religieuse'],
    ['Acheteur(teuse)', 'acheteur acheteuse'],
    ['Religieux(se)', 'religieux religieuse'],
    ['Directeur/-trice', 'directeur directrice'],
    ['Directeur-rice', 'directeur directrice'],
    ['Lycéen(enne)', 'lyceen lyceenne'],
    ['Pharmacien(ienne)', 'pharmacien pharmacienne'],
    ['Patron(onne)', 'patron patronne'],
    ['Créatif(ve)', 'creatif creative'],
    ['Créatif(ive)', 'creatif creative'],
    ['Professionnel(elle)', 'professionnel professionnelle'],
    ['Commercial(ale)', 'commercial commerciale'],
    ['Employé(ée)', 'employe employee'],
    ['Assistant(ante)', 'assistant assistante'],
    ['Agent(ente)', 'agent agente'],
  ])('%s', (title, words) => {
    expect([...new Set(splitTitle(title))].join(' ')).toBe(words)
  })

  test.each([
    ['Comptable (Rabat)', 'comptable rabat'],
    ['Chef(xy)', 'chef xy'],
    ['Agent H/F', 'agent'],
    ['Agent (f / m)', 'agent'],
    ['H/F : agent', 'agent'],
    ['Agent f/maintenance', 'agent f maintenance'],
  ])('but nothing else in brackets makes a form, and H/F is no word: %s', (title, words) => {
    expect([...splitTitle(title)].join(' ')).toBe(words)
  })
})

test('words that are joined by hyphens are also one word, and of a long word 30 characters count', () => {
  expect([...splitTitle('Front-End C++/C#')]).toEqual(['front', 'end', 'c++', 'c#', 'frontend'])
  expect([...splitTitle('é'.repeat(31))]).toEqual(['e'.repeat(30)])
})

test('a letter that is two is written as two, and only a whole word before an apostrophe is none', () => {
  expect([...splitTitle('Chœur, curriculum vitæ')]).toEqual(['choeur', 'curriculum', 'vitae'])
  expect([...splitTitle("Chef dʼhôtel d'aujourd'hui")]).toEqual(['chef', 'hotel', 'aujourd', 'hui'])
})

test.each([
  'à, au, aux, avec, ces, cette, chez, dans, de, des, du, en, et, la, le, les, leur, leurs, nos, notre, nous, ou',
  'par, pour, que, qui, sont, sur, un, une, vos, votre, vous, l’, d’, qu’',
  'an and are at be by for from in is of on or our that the this to we will with you your',
  'إلى، عن، على، في، مع، من',
])('a text and a search leave out what every text has: %s', (text) => {
  expect([...splitText(`${text} comptable`)]).toEqual(['comptable'])
  expect(readWanted(`${text} comptable`)).toEqual(['comptable'])
})

test('a search of such words only looks for them, and a long search for its first ten words', () => {
  expect(readWanted('de la')).toEqual(['de', 'la'])
  expect(readWanted('a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 a1')).toEqual([
    'a1',
    'b2',
    'c3',
    'd4',
    'e5',
    'f6',
    'g7',
    'h8',
    'i9',
    'j10',
  ])
})

test.each([
  ['directeur', 'directrice', 'directrices'],
  ['vendeur', 'vendeuse', 'vendeurs'],
  ['serieux', 'serieuse'],
  ['sportif', 'sportive', 'sportifs'],
  ['commercial', 'commerciaux', 'commerciale'],
  ['bureau', 'bureaux'],
  ['bac', 'bacs'],
  ['technicien', 'technicienne', 'techniciennes'],
  ['conseiller', 'conseillere', 'conseilleres'],
  ['francais', 'francaise', 'francaises'],
  ['chinois', 'chinoise', 'chinoises'],
  ['professionnel', 'professionnelle', 'professionnelles'],
  ['cadet', 'cadette', 'cadettes'],
  ['employe', 'employee', 'employees'],
  ['company', 'companies'],
  [
    'محاسب',
    'محاسبه',
    'محاسبون',
    'محاسبين',
    'محاسبات',
    'المحاسب',
    'والمحاسب',
    'فالمحاسب',
    'بالمحاسب',
    'كالمحاسب',
    'للمحاسب',
  ],
])('the forms of %s have one root', (...forms) => {
  expect([...new Set(forms.map(findRoot))]).toHaveLength(1)
})

test.each([
  ['technicien', 'technique'],
  ['rue', 'ru'],
  ['dos', 'do'],
  ['prix', 'prise'],
  ['actrice', 'acte'],
])('%s and %s have not', (one, other) => {
  expect(findRoot(one)).not.toBe(findRoot(other))
})

test('a word of five letters may be misspelt, and a shorter one may not', () => {
  expect(listNear('chefs')).toEqual(['chefs', 'hefs', 'cefs', 'chfs', 'ches', 'chef'])
  expect(listNear('chef')).toEqual([])
})
