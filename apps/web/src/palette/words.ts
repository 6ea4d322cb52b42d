import type { Locale } from '@boardwalk/schema/company'
import { number } from '../plural.ts'

const en = {
  open: 'Search',
  search: 'Search pages, jobs and applications',
  none: 'Nothing found.',
  seeAll: {
    jobs: (total: number) => `See all ${number.en(total)} jobs`,
    applications: (total: number) => `See all ${number.en(total)} applications`,
  },
  pages: 'Pages and actions',
  keys: 'Keyboard shortcuts',
  onApplication: 'While an application is open',
}

type PaletteWords = typeof en

const fr: PaletteWords = {
  open: 'Rechercher',
  search: 'Rechercher une page, une offre, une candidature',
  none: 'Aucun résultat.',
  seeAll: {
    jobs: (total) => `Voir les ${number.fr(total)} offres`,
    applications: (total) => `Voir les ${number.fr(total)} candidatures`,
  },
  pages: 'Pages et actions',
  keys: 'Raccourcis clavier',
  onApplication: 'Quand une candidature est ouverte',
}

const ar: PaletteWords = {
  open: 'بحث',
  search: 'ابحث عن صفحة أو عرض أو طلب ترشح',
  none: 'لا توجد نتائج.',
  seeAll: {
    jobs: (total) => `إظهار كل العروض (${number.ar(total)})`,
    applications: (total) => `إظهار كل طلبات الترشح (${number.ar(total)})`,
  },
  pages: 'الصفحات والإجراءات',
  keys: 'اختصارات لوحة المفاتيح',
  onApplication: 'عندما يكون طلب ترشح مفتوحا',
}

/** The words of the palette and of the list of keys. */
export const paletteWords: Record<Locale, PaletteWords> = { fr, en, ar }
