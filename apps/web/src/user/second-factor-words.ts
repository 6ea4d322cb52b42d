import type { Locale } from '@boardwalk/schema/company'
import { isolate } from '@boardwalk/schema/words/page-language'
import { plural } from '../plural.ts'

const en = {
  title: 'Two-step verification',
  text: 'With an authenticator app on your phone, your password alone is not enough to sign in. You will be asked for a code of the app after the password.',
  setUp: 'Set up an authenticator app',
  openApp:
    'Open an authenticator app on your phone, for example Google Authenticator, Microsoft Authenticator, Aegis or 1Password.',
  scan: 'Add an account there by scanning this QR code.',
  qrCode: 'QR code for your authenticator app',
  orType: 'If you cannot scan it, type this key into the app:',
  confirmHint: 'The 6 digits that the app shows now.',
  turnOn: 'Turn on',
  isOn: 'On',
  codesLeft: (count: number) => plural.en(count, { one: '# recovery code left', other: '# recovery codes left' }),
  recoveryCodes: 'Recovery codes',
  storeCodes: 'Store these recovery codes now',
  storeCodesText: 'They are shown only this once. If you lose your phone, each of them replaces one code of the app.',
  stored: 'I have stored them',
  leaveTitle: 'Leave without storing the recovery codes?',
  renew: 'New recovery codes',
  renewText: 'The recovery codes that you have now will no longer work.',
  turnOff: 'Turn off',
  turnOffText: 'Your password alone will then be enough to sign in.',
  turnedOff: 'Two-step verification is off.',
}

type SecondFactorWords = typeof en

const fr: SecondFactorWords = {
  title: 'Validation en deux étapes',
  text: 'Avec une application d’authentification sur votre téléphone, votre seul mot de passe ne suffit pas pour se connecter. Un code de l’application vous sera demandé après le mot de passe.',
  setUp: 'Configurer l’application',
  openApp:
    'Ouvrez une application d’authentification sur votre téléphone, par exemple Google Authenticator, Microsoft Authenticator, Aegis ou 1Password.',
  scan: 'Ajoutez-y un compte en scannant ce code QR.',
  qrCode: 'Code QR pour votre application d’authentification',
  orType: 'Si vous ne pouvez pas le scanner, saisissez cette clé dans l’application\u00a0:',
  confirmHint: 'Les 6 chiffres que l’application affiche en ce moment.',
  turnOn: 'Activer',
  isOn: 'Activée',
  codesLeft: (count) => plural.fr(count, { one: '# code de secours restant', other: '# codes de secours restants' }),
  recoveryCodes: 'Codes de secours',
  storeCodes: 'Conservez ces codes de secours maintenant',
  storeCodesText:
    'Ils ne sont affichés que cette fois. Si vous perdez votre téléphone, chacun remplace un code de l’application.',
  stored: 'Je les ai conservés',
  leaveTitle: 'Quitter sans conserver les codes de secours\u00a0?',
  renew: 'Nouveaux codes de secours',
  renewText: 'Les codes de secours que vous avez maintenant ne seront plus valables.',
  turnOff: 'Désactiver',
  turnOffText: 'Votre mot de passe suffira alors pour vous connecter.',
  turnedOff: 'La validation en deux étapes est désactivée.',
}

const ar: SecondFactorWords = {
  title: 'خطوة ثانية عند الدخول',
  text: 'مع تطبيق مصادقة في هاتفك لا تكفي كلمة مرورك وحدها للدخول. سيُطلب منك رمز من التطبيق بعد كلمة المرور.',
  setUp: 'إعداد تطبيق مصادقة',
  openApp: `افتح تطبيق مصادقة في هاتفك، مثل ${isolate('Google Authenticator')} أو ${isolate('Microsoft Authenticator')} أو ${isolate('Aegis')} أو ${isolate('1Password')}.`,
  scan: 'أضف فيه حساباً بمسح رمز الاستجابة السريعة هذا.',
  qrCode: 'رمز الاستجابة السريعة لتطبيق المصادقة',
  orType: 'إذا تعذر عليك مسحه فاكتب هذا المفتاح في التطبيق:',
  confirmHint: 'الأرقام الستة التي يعرضها التطبيق الآن.',
  turnOn: 'تفعيل',
  isOn: 'مفعّلة',
  codesLeft: (count) =>
    plural.ar(count, {
      zero: 'لم يبق أي رمز احتياطي',
      one: 'بقي رمز احتياطي واحد',
      two: 'بقي رمزان احتياطيان',
      few: 'بقيت # رموز احتياطية',
      many: 'بقي # رمزاً احتياطياً',
      other: 'بقي # رمز احتياطي',
    }),
  recoveryCodes: 'الرموز الاحتياطية',
  storeCodes: 'احفظ هذه الرموز الاحتياطية الآن',
  storeCodesText: 'لن تظهر إلا هذه المرة. إذا فقدت هاتفك فكل واحد منها يحل مرة محل رمز من التطبيق.',
  stored: 'حفظتها',
  leaveTitle: 'المغادرة دون حفظ الرموز الاحتياطية؟',
  renew: 'رموز احتياطية جديدة',
  renewText: 'لن تبقى الرموز الاحتياطية التي لديك الآن صالحة.',
  turnOff: 'إيقاف',
  turnOffText: 'ستكفي كلمة مرورك وحدها للدخول بعد ذلك.',
  turnedOff: 'أُوقفت الخطوة الثانية.',
}

/** The words of the second factor. */
export const secondFactorWords: Record<Locale, SecondFactorWords> = { fr, en, ar }
