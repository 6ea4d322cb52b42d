import type { Locale } from '@boardwalk/schema/company'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import wholeJob from '../../site/job-with-every-part.json' with { type: 'json' }
import { findProblems } from '../../test/axe.ts'
import { useBrowser } from '../../test/browser.ts'
import { publishJob } from '../../test/form.ts'
import { useServer } from '../../test/harness.ts'

/* The form of a job with ten questions of every type, on the screen of a telephone. */

const server = useServer()
const browser = useBrowser()

const years = Array.from({ length: 9 }, (_, index) => ({ fr: `${index} ans`, ar: `${index} سنوات` }))
const questions = [
  {
    id: 'permit',
    label: { fr: 'Avez-vous le droit de travailler au Maroc ?', ar: 'هل لديك الحق في العمل بالمغرب؟' },
    type: 'yes-no',
    required: true,
  },
  {
    id: 'notice',
    label: { fr: 'Quel est votre préavis ?', ar: 'ما هي مدة الإشعار؟' },
    type: 'one',
    options: [
      { fr: 'Aucun', ar: 'لا شيء' },
      { fr: 'Un mois', ar: 'شهر' },
      { fr: 'Trois mois', ar: 'ثلاثة أشهر' },
    ],
    required: true,
  },
  {
    id: 'years',
    label: { fr: 'Années d’expérience', ar: 'سنوات الخبرة' },
    type: 'one',
    options: years,
    required: true,
  },
  {
    id: 'languages',
    label: { fr: 'Quelles langues parlez-vous ?', ar: 'ما اللغات التي تتكلمها؟' },
    help: { fr: 'Cochez toutes celles que vous utilisez au travail.', ar: 'اختر كل لغة تستعملها في العمل.' },
    type: 'several',
    options: [{ fr: 'Arabe', ar: 'العربية' }, { fr: 'Amazighe', ar: 'الأمازيغية' }, 'Français', 'English'],
  },
  {
    id: 'pay',
    label: { fr: 'Salaire souhaité', ar: 'الأجر المطلوب' },
    help: { fr: 'Net, par mois, en dirhams', ar: 'صافٍ، في الشهر، بالدرهم' },
    type: 'number',
    required: true,
  },
  { id: 'from', label: { fr: 'À partir de quand ?', ar: 'ابتداءً من متى؟' }, type: 'date' },
  { id: 'town', label: 'Ville de résidence', type: 'text', language: 'fr' },
  { id: 'long', label: { fr: 'Pourquoi ce poste ?', ar: 'لماذا هذا المنصب؟' }, type: 'long' },
  { id: 'night', label: 'Could you work at night?', type: 'yes-no', language: 'en' },
  {
    id: 'wide',
    label:
      'Une question très longue, avec Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    type: 'one',
    options: ['Un choix très long qui prend plus d’une ligne sur un petit écran', 'x'.repeat(60)],
  },
]

const find = (page: Page, id: string) => page.locator(`[name="answer.${id}"]`)

const send = (page: Page) => page.click('main form button[type=submit]')

/** What an applicant answers, in the words of the page. */
const words: Record<Locale & ('fr' | 'ar'), { notice: string; years: string; problem: RegExp }> = {
  fr: { notice: 'Un mois', years: '3 ans', problem: /Répondez à la question «\u00a0Avez-vous le droit/ },
  ar: { notice: 'شهر', years: '3 سنوات', problem: /أجب عن السؤال «هل لديك الحق/ },
}

test.each(['fr', 'ar'] as const)(
  'in %s, on a telephone and without a script, a form with ten questions is refused once, keeps the answers, and is sent',
  async (locale) => {
    const { company, url } = await publishJob(server, { boardwalk: { questions } })
    const page = await browser.page({ viewport: { width: 360, height: 780 }, javaScriptEnabled: false })
    await page.goto(url.replace('/fr/', `/${locale}/`))
    await page.fill('#firstName', 'Salma')
    await page.fill('#lastName', 'Bennani')
    await page.fill('#email', 'salma@example.com')
    await page.check('#consent')
    await find(page, 'notice')
      .and(page.locator(`[value="${words[locale].notice}"]`))
      .check()
    await find(page, 'years').selectOption(words[locale].years)
    await find(page, 'languages').last().check()
    await find(page, 'pay').fill('beaucoup')
    await find(page, 'town').fill('Salé')
    await send(page)
    const problems = page.locator('.problems')
    await problems.waitFor()
    expect(await problems.textContent()).toMatch(words[locale].problem)
    expect(await problems.locator('li').count()).toBe(2)
    await problems.locator('a').first().click()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('answer.permit')
    await find(page, 'permit').first().check()
    await find(page, 'pay').fill('9 000')
    await send(page)
    await page.waitForURL('**/applied')
    const { body } = await company.call('GET', '/candidates')
    const answers = body.candidates[0].answers.map(({ id, value }: { id: string; value: string }) => [id, value])
    expect(answers).toEqual([
      ['permit', 'yes'],
      ['notice', words[locale].notice],
      ['years', words[locale].years],
      ['languages', 'English'],
      ['pay', '9000'],
      ['town', 'Salé'],
    ])
  },
)

test.each(['fr', 'ar'] as const)(
  'in %s, a form with ten questions fits a telephone in light and dark, empty and refused, and axe finds no problem',
  async (locale) => {
    const { url } = await publishJob(server, { boardwalk: { questions } })
    const page = await browser.page({ viewport: { width: 360, height: 780 } })
    const check = async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect([await findProblems(page), overflow]).toEqual([[], 0])
      }
    }
    await page.goto(url.replace('/fr/', `/${locale}/`))
    await check()
    await find(page, 'pay').fill('x')
    await send(page)
    await page.locator('.problems').waitFor()
    await check()
  },
)

test('the page of a job with ten questions is under 16 kB and 3 requests', async () => {
  const { url } = await publishJob(server, { ...wholeJob, boardwalk: { questions } })
  const page = await browser.page()
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  const loading = { bytes: 0, requests: 0 }
  devTools.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('data:')) loading.requests++
  })
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    loading.bytes += encodedDataLength
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  expect(loading.requests).toBe(3)
  expect(loading.bytes).toBeLessThan(16_000)
})
