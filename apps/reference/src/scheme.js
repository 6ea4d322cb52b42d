// A guide has the colours that the reader chose in the reference, which stores the choice under this name.
const chosen = localStorage.getItem('colorMode')
if (chosen === 'dark' || chosen === 'light') document.documentElement.classList.add(`${chosen}-mode`)

// A bar or a menu that has more than it shows begins with the link to this page.
document.addEventListener('DOMContentLoaded', () => {
  for (const list of document.querySelectorAll('.bar nav, .menu')) {
    const link = list.querySelector('[aria-current]')
    if (link !== null)
      list.scrollTo({ left: link.offsetLeft - list.offsetWidth / 2, top: link.offsetTop - list.offsetHeight / 2 })
  }
})
