// A guide has the colours that the reader chose in the reference, which stores the choice under this name.
const chosen = localStorage.getItem('colorMode')
if (chosen === 'dark' || chosen === 'light') document.documentElement.classList.add(`${chosen}-mode`)

// On a phone the bar scrolls sideways. The page's own link is in sight.
document.addEventListener('DOMContentLoaded', () => {
  document.querySelector('.bar [aria-current]').scrollIntoView({ block: 'nearest', inline: 'center' })
})
