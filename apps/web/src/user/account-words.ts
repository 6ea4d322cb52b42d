import type { Locale } from '@boardwalk/schema/company'
import { isolate } from '@boardwalk/schema/words/page-language'

const en = {
  passwordTitle: 'Change the password',
  passwordText:
    'You will be signed out in all other browsers. Each company in which you are a user has its own password and second step.',
  currentPassword: 'Current password',
  newPassword: 'New password',
  passwordChanged: 'The password has been changed. All other browsers are signed out.',
  sessionsTitle: 'Where you are signed in',
  sessionsText: 'If you do not recognise one of these, sign it out and change your password.',
  browser: 'Browser',
  browserOn: (browser: string | null, system: string | null) =>
    [browser ?? 'Unknown browser', system].filter((part) => part !== null).join(' on '),
  thisSession: 'This browser',
  started: 'Signed in',
  lastUsed: 'Last used',
  sessionEnded: 'That browser has been signed out.',
  endAll: 'Sign out everywhere',
  endAllTitle: 'Sign out everywhere?',
  endAllText: 'You will be signed out in all browsers, in this one too.',
}

type AccountWords = typeof en

const fr: AccountWords = {
  passwordTitle: 'Changer le mot de passe',
  passwordText:
    'Vous serez déconnecté de tous les autres navigateurs. Chaque entreprise dont vous êtes utilisateur a son propre mot de passe et sa propre deuxième étape.',
  currentPassword: 'Mot de passe actuel',
  newPassword: 'Nouveau mot de passe',
  passwordChanged: 'Le mot de passe est changé. Tous les autres navigateurs sont déconnectés.',
  sessionsTitle: 'Où vous êtes connecté',
  sessionsText: 'Si vous ne reconnaissez pas une de ces connexions, fermez-la et changez de mot de passe.',
  browser: 'Navigateur',
  browserOn: (browser, system) =>
    [browser ?? 'Navigateur inconnu', system].filter((part) => part !== null).join(' sur '),
  thisSession: 'Ce navigateur',
  started: 'Connecté depuis',
  lastUsed: 'Dernière utilisation',
  sessionEnded: 'Ce navigateur est déconnecté.',
  endAll: 'Se déconnecter partout',
  endAllTitle: 'Se déconnecter partout\u00a0?',
  endAllText: 'Vous serez déconnecté de tous les navigateurs, y compris celui-ci.',
}

const ar: AccountWords = {
  passwordTitle: 'تغيير كلمة المرور',
  passwordText: 'ستخرج من حسابك في كل المتصفحات الأخرى. لكل شركة أنت مستخدم فيها كلمة مرور وخطوة ثانية خاصتان بها.',
  currentPassword: 'كلمة المرور الحالية',
  newPassword: 'كلمة المرور الجديدة',
  passwordChanged: 'تغيّرت كلمة المرور. خرجت من حسابك في كل المتصفحات الأخرى.',
  sessionsTitle: 'أين أنت مسجل الدخول',
  sessionsText: 'إذا لم تتعرف على إحدى هذه الجلسات فأنهِها وغيّر كلمة المرور.',
  browser: 'المتصفح',
  browserOn: (browser, system) =>
    [browser ?? 'متصفح غير معروف', system]
      .filter((part) => part !== null)
      .map(isolate)
      .join(' على '),
  thisSession: 'هذا المتصفح',
  started: 'بداية الجلسة',
  lastUsed: 'آخر استعمال',
  sessionEnded: 'انتهت الجلسة في ذلك المتصفح.',
  endAll: 'الخروج من كل مكان',
  endAllTitle: 'الخروج من كل مكان؟',
  endAllText: 'ستخرج من حسابك في كل المتصفحات، وفي هذا المتصفح أيضاً.',
}

/** The words of the page of the user’s own account. */
export const accountWords: Record<Locale, AccountWords> = { fr, en, ar }
