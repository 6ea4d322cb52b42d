import type { Locale } from '@boardwalk/schema/company'

const en = {
  open: 'Search',
  search: 'Search pages, jobs and applications',
  none: 'Nothing found.',
  pages: 'Pages and actions',
  keys: 'Keyboard shortcuts',
  onApplication: 'While an application is open',
}

type PaletteWords = typeof en

const fr: PaletteWords = {
  open: 'Rechercher',
  search: 'Rechercher une page, une offre, une candidature',
  none: 'Aucun résultat.',
  pages: 'Pages et actions',
  keys: 'Raccourcis clavier',
  onApplication: 'Quand une candidature est ouverte',
}

const ar: PaletteWords = {
  open: 'بحث',
  search: 'ابحث عن صفحة أو عرض أو طلب ترشح',
  none: 'لا توجد نتائج.',
  pages: 'الصفحات والإجراءات',
  keys: 'اختصارات لوحة المفاتيح',
  onApplication: 'عندما يكون طلب ترشح مفتوحا',
}

/** The words of the palette and of the list of keys. */
export const paletteWords: Record<Locale, PaletteWords> = { fr, en, ar }
