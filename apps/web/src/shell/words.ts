import type { Locale } from '@boardwalk/schema/company'
import { number, plural } from '../plural.ts'

const en = {
  skip: 'Skip to the content',
  menu: 'Menu',
  navigation: 'Main navigation',
  settings: 'Settings',
  language: 'Language',
  colours: 'Colours',
  colourSchemes: { auto: 'System', light: 'Light', dark: 'Dark' },
  signOut: 'Sign out',
  suspended: {
    title: 'The operator of this board has suspended your company',
    text: 'Your jobs and pages are not shown, and jobs cannot be created, changed or published. Applications stay here.',
  },
  writeToOperator: 'Write to the operator:',
  waiting: (fresh: number, heldBack: number) =>
    [fresh > 0 && `${number.en(fresh)} new`, heldBack > 0 && `${number.en(heldBack)} held back`]
      .filter(Boolean)
      .join(', '),
}

type ShellWords = typeof en

const fr: ShellWords = {
  skip: 'Aller au contenu',
  menu: 'Menu',
  navigation: 'Navigation principale',
  settings: 'Paramètres',
  language: 'Langue',
  colours: 'Couleurs',
  colourSchemes: { auto: 'Système', light: 'Clair', dark: 'Sombre' },
  signOut: 'Se déconnecter',
  suspended: {
    title: 'L’exploitant de ce site a suspendu votre entreprise',
    text: 'Vos offres et vos pages ne sont plus affichées, et aucune offre ne peut être créée, modifiée ni publiée. Les candidatures restent ici.',
  },
  writeToOperator: 'Écrire à l’exploitant\u00a0:',
  waiting: (fresh, heldBack) =>
    [
      fresh > 0 && plural.fr(fresh, { one: '# nouvelle', other: '# nouvelles' }),
      heldBack > 0 && plural.fr(heldBack, { one: '# à vérifier', other: '# à vérifier' }),
    ]
      .filter(Boolean)
      .join(', '),
}

const ar: ShellWords = {
  skip: 'الانتقال إلى المحتوى',
  menu: 'القائمة',
  navigation: 'التنقل الرئيسي',
  settings: 'الإعدادات',
  language: 'اللغة',
  colours: 'الألوان',
  colourSchemes: { auto: 'النظام', light: 'فاتح', dark: 'داكن' },
  signOut: 'تسجيل الخروج',
  suspended: {
    title: 'أوقف مشغّل هذا الموقع شركتك',
    text: 'لا تظهر عروضك وصفحاتك للزوار، ولا يمكن إنشاء أي عرض أو تعديله أو نشره. وتبقى طلبات الترشح هنا.',
  },
  writeToOperator: 'راسل مشغّل الموقع:',
  waiting: (fresh, heldBack) =>
    [fresh > 0 && `جديد: ${number.ar(fresh)}`, heldBack > 0 && `محجوز: ${number.ar(heldBack)}`]
      .filter(Boolean)
      .join('، '),
}

/** The words of the frame around every page. */
export const shellWords: Record<Locale, ShellWords> = { fr, en, ar }
