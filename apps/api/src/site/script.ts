import { createHash } from 'node:crypto'
import type { Response } from 'express'
import { PAGE_POLICY } from './layout.tsx'

/*
 * The script of a job's page. The page works without it. It shows the buttons that need a script, counts the forms that are begun, says
 * that a CV is too large before it is sent, says that the browser is offline, shows how far a form with a CV has been sent, and leads an applicant who goes back to a form that was sent to its confirmation.
 */

export const SCRIPT_PATH = '/site.js'

export const script = `'use strict'
const path = location.pathname
let isSending = false
let first

function start() {
  const form = document.getElementById('apply-form')
  const print = document.querySelector('[data-print]')
  const share = document.querySelector('[data-share]')
  if (print) {
    print.hidden = false
    print.onclick = () => window.print()
  }
  if (share && navigator.share) {
    share.hidden = false
    share.onclick = () => navigator.share({ title: document.title, url: share.dataset.share }).catch(() => {})
  }
  form?.addEventListener('submit', send)
  form?.elements.cv.addEventListener('change', checkCv)
  if (form?.dataset.begun)
    form.addEventListener('focusin', () => fetch(form.dataset.begun, { method: 'POST', keepalive: true }).catch(() => {}), {
      once: true,
    })
}

const isTooLarge = ({ files, dataset }) => files.length > 0 && files[0].size > Number(dataset.bytesMax)

// Says that the chosen CV is too large, or that it is not any more.
function checkCv({ target: cv }) {
  const isWrong = isTooLarge(cv)
  let problem = document.getElementById('cv-problem')
  if (!problem) {
    problem = document.createElement('p')
    problem.id = 'cv-problem'
    problem.className = 'problem'
    problem.setAttribute('role', 'alert')
    cv.before(problem)
  }
  problem.textContent = isWrong ? cv.dataset.tooLarge : ''
  problem.hidden = !isWrong
  if (isWrong) cv.setAttribute('aria-invalid', 'true')
  else cv.removeAttribute('aria-invalid')
  cv.setAttribute('aria-describedby', 'cv-hint cv-problem')
}

// Sends the form as the browser would, and shows the progress. If that fails, the browser sends it.
function send(event) {
  const form = event.target
  // The button of a language sends the form to another address.
  if (event.submitter?.hasAttribute('formaction')) return
  event.preventDefault()
  if (isTooLarge(form.elements.cv)) form.elements.cv.focus()
  else if (!isSending) sendByScript(form)
}

function sendByScript(form) {
  isSending = true
  form.querySelector('[data-offline]').hidden = true
  const sending = form.querySelector('.sending')
  const request = new XMLHttpRequest()
  request.open('POST', form.action)
  request.responseType = 'document'
  request.upload.onprogress = ({ loaded, total }) => {
    sending.hidden = false
    sending.querySelector('progress').value = loaded / total
  }
  request.onload = () => {
    if (request.responseURL.endsWith('/applied')) location.assign(request.responseURL)
    else if (request.response?.body) show(request.response)
    else form.submit()
  }
  request.onerror = () => {
    if (navigator.onLine) return form.submit()
    isSending = false
    sending.hidden = true
    form.querySelector('[data-offline]').hidden = false
  }
  request.send(new FormData(form))
}

// Shows the page of a form that was refused, at the address that it has without this script.
function show(page) {
  const { action } = document.getElementById('apply-form')
  const problems = page.querySelector('[autofocus]')
  problems?.removeAttribute('autofocus')
  isSending = false
  document.querySelector('.sending').hidden = true
  if (location.pathname === path) {
    first = { body: document.body, title: document.title }
    history.pushState(null, '', action)
  }
  replace(page)
  scrollTo(0, 0)
  problems?.focus()
  start()
}

function replace({ body, title }) {
  document.body.replaceWith(body)
  document.title = title
}

addEventListener('popstate', () => {
  if (first && location.pathname === path && document.body !== first.body) replace(first)
})

// Goes on to the confirmation if the form that the browser shows again was sent.
addEventListener('pageshow', async ({ persisted }) => {
  const form = document.getElementById('apply-form')
  const isBack = persisted || performance.getEntriesByType('navigation')[0]?.type === 'back_forward'
  if (!form || !isBack) return
  const query = new URLSearchParams({ formId: form.elements.formId.value })
  const answer = await fetch(form.action + '?' + query, { method: 'HEAD' }).catch(() => {})
  if (answer?.url.endsWith('/applied')) location.replace(answer.url)
})

start()
`

const hash = `sha256-${createHash('sha256').update(script).digest('base64')}`
/** The address changes with the script, so a browser may keep each version for ever. */
export const scriptVersion = hash.slice(7, 19).replaceAll(/[+/]/g, '-')

/**
 * The policy of a page with the script. It names the script by its hash, which is tighter than 'self': no other file of this server can
 * run as a script. Browsers older than Chrome 59, Firefox 116 and Safari 15.6 do not know it, and run no script.
 */
const POLICY = `${PAGE_POLICY}; script-src '${hash}'; connect-src 'self'`

/** Lets a page run the script. */
export const allowScript = (res: Response): Response => res.set('content-security-policy', POLICY)

/** The attributes of the element that loads the script. The browser compares the hash, and runs nothing else. */
export const scriptProps = { src: `${SCRIPT_PATH}?v=${scriptVersion}`, integrity: hash, defer: true }
