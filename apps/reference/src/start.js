/* Starts the reference. It runs before Scalar's own script is there, and waits for it. */

// Scalar adds style elements. The page's security policy accepts only those that have the nonce of this answer.
const { nonce, dataset } = document.currentScript
const isServedByBoard = dataset.board === 'yes'
const createElement = document.createElement.bind(document)
document.createElement = (name, options) => {
  const element = createElement(name, options)
  if (element instanceof HTMLStyleElement) element.nonce = nonce
  return element
}

const SLUG = 'boardwalk'
/** Where this script stores the reader's choice, and where Scalar stores the key. */
const CHOICE = 'boardwalk-remember-key'
const KEPT_KEY = `scalar-reference-auth-${SLUG}`

const isRemembered = () => localStorage.getItem(CHOICE) === 'yes'

// Scalar stores the key some time after a change, perhaps after the reader has unticked the box. This prevents that write.
const { setItem } = Storage.prototype
Storage.prototype.setItem = function (name, value) {
  if (name !== KEPT_KEY || isRemembered()) setItem.call(this, name, value)
}

/** Where the samples of the static page send their requests. The reader chooses one. */
const SERVERS = [
  { url: 'http://127.0.0.1:4010/api', description: 'The sandbox, on your machine' },
  { url: 'https://{board}/api', description: 'A board', variables: { board: { default: 'board.example.com' } } },
]

const configure = () => ({
  slug: SLUG,
  title: 'Boardwalk integration API',
  url: dataset.document,
  // Without a board behind the page, nothing can be tried here. The samples call the sandbox, or a board that the reader names.
  ...(!isServedByBoard && { hideTestRequestButton: true, servers: SERVERS }),
  persistAuth: isRemembered(),
  authentication: { preferredSecurityScheme: 'apiKey' },
  // The page offers code samples in curl, JavaScript, Python and PHP, and hides every other language.
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hiddenClients: {
    ...Object.fromEntries(
      'c clojure csharp dart fsharp go http java kotlin node objc ocaml powershell r ruby rust swift'
        .split(' ')
        .map((language) => [language, true]),
    ),
    js: ['axios', 'jquery', 'ofetch', 'xhr'],
    php: ['guzzle'],
    python: ['aiohttp', 'httpx_async', 'httpx_sync', 'python3'],
    shell: ['httpie', 'wget'],
  },
  defaultOpenAllTags: true,
  orderSchemaPropertiesBy: 'preserve',
  documentDownloadType: 'none',
  // Nothing here calls a server of Scalar's makers.
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
})

function changeField(field, text) {
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Makes the box under the key field. Scalar stores the key while the box is ticked; this script stores the choice. */
function makeRememberControl(reference) {
  const control = createElement('label')
  control.className = 'remember'
  const box = createElement('input')
  box.type = 'checkbox'
  box.checked = isRemembered()
  control.append(box, 'Remember the key in this browser')
  box.addEventListener('change', () => {
    localStorage.setItem(CHOICE, box.checked ? 'yes' : 'no')
    reference.updateConfiguration(configure())
    if (!box.checked) return localStorage.removeItem(KEPT_KEY)
    // Scalar stores a key when it changes. This makes it store the one that is there already.
    const field = control.parentElement.querySelector(KEY_FIELD)
    const key = field?.value ?? ''
    if (key !== '') for (const text of ['', key]) changeField(field, text)
  })
  return control
}

const KEY_FIELD = '.scalar-password-input'
/** The buttons that open the fields of a body, which are what most readers come for. */
const CLOSED_FIELDS = '.request-body .schema-card-title[aria-expanded="false"]'
const opened = new WeakSet()

document.addEventListener('DOMContentLoaded', () => {
  const reference = Scalar.createApiReference('#reference', configure())
  const control = makeRememberControl(reference)
  // Scalar draws a part of the page when the reader comes near it.
  new MutationObserver(() => {
    const card = document.querySelector('.scalar-reference-intro-auth')
    if (card !== null && control.parentElement !== card && isServedByBoard) card.append(control)
    for (const field of document.querySelectorAll(KEY_FIELD)) field.placeholder = 'bwk_…'
    for (const button of document.querySelectorAll(CLOSED_FIELDS)) {
      // A reader who closes the fields again finds them closed.
      if (opened.has(button)) continue
      opened.add(button)
      button.click()
    }
  }).observe(document.querySelector('#reference'), { childList: true, subtree: true })
})
