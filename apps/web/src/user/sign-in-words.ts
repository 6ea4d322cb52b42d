import type { Locale } from '@boardwalk/schema/company'
import { plural } from '../plural.ts'

const en = {
  password: {
    label: 'Password',
    show: 'Show the password',
    hide: 'Hide the password',
    hint: (charactersMin: number) =>
      `At least ${charactersMin} characters. Several words are better than one complicated word.`,
    missing: (characters: number) =>
      plural.en(characters, { one: '# more character needed', other: '# more characters needed' }),
    longEnough: 'Long enough. When you save it, we check that it is not easy to guess.',
  },
  title: 'Sign in',
  chooseCompany: 'You are a user of several companies. Choose where to sign in.',
  submit: 'Sign in',
  sessionEnded: 'Your session has ended. Sign in to continue where you were.',
  forgotten: 'Forgotten your password? Ask another user of your company for a new link, or the board’s operator.',
  code: {
    label: 'Code',
    hint: 'The 6 digits that your authenticator app shows, or a recovery code.',
    lost: 'Lost your phone and your recovery codes? Ask the board’s operator to turn two-step verification off.',
  },
  forgottenPassword: {
    ask: 'Forgotten your password?',
    title: 'New password',
    text: 'Enter your e-mail address. If it belongs to a user, we send an e-mail with a link to choose a new password.',
    send: 'Send',
    back: 'Back to sign in',
    sentTitle: 'Check your e-mail',
    sentText:
      'If this address belongs to a user, an e-mail with a link is on its way. The link works for one hour. If nothing arrives, check your spam folder, or ask another user of your company.',
  },
  setPassword: {
    title: 'Choose your password',
    user: 'User:',
    submit: 'Save and sign in',
    signInInstead: 'I already have a password',
  },
}

type SignInWords = typeof en

const fr: SignInWords = {
  password: {
    label: 'Mot de passe',
    show: 'Afficher le mot de passe',
    hide: 'Masquer le mot de passe',
    hint: (charactersMin) =>
      `Au moins ${charactersMin} caractères. Plusieurs mots valent mieux qu’un seul mot compliqué.`,
    missing: (characters) => plural.fr(characters, { one: 'Encore # caractère', other: 'Encore # caractères' }),
    longEnough: 'Assez long. À l’enregistrement, nous vérifions qu’il n’est pas vite deviné.',
  },
  title: 'Connexion',
  chooseCompany: 'Vous êtes utilisateur de plusieurs entreprises. Choisissez où vous connecter.',
  submit: 'Se connecter',
  sessionEnded: 'Votre session est terminée. Connectez-vous pour reprendre où vous en étiez.',
  forgotten:
    'Mot de passe oublié\u00a0? Demandez un nouveau lien à un autre utilisateur de votre entreprise, ou à l’exploitant du site.',
  code: {
    label: 'Code',
    hint: 'Les 6 chiffres affichés par votre application d’authentification, ou un code de secours.',
    lost: 'Téléphone et codes de secours perdus\u00a0? Demandez à l’exploitant du site de désactiver la validation en deux étapes.',
  },
  forgottenPassword: {
    ask: 'Mot de passe oublié\u00a0?',
    title: 'Nouveau mot de passe',
    text: 'Saisissez votre adresse e-mail. Si elle est celle d’un utilisateur, vous recevrez un e-mail avec un lien pour choisir un nouveau mot de passe.',
    send: 'Envoyer',
    back: 'Retour à la connexion',
    sentTitle: 'Consultez votre messagerie',
    sentText:
      'Si cette adresse est celle d’un utilisateur, un e-mail avec un lien est en route. Le lien est valable une heure. Si rien n’arrive, regardez dans les courriers indésirables ou demandez à un autre utilisateur de votre entreprise.',
  },
  setPassword: {
    title: 'Choisissez votre mot de passe',
    user: 'Utilisateur\u00a0:',
    submit: 'Enregistrer et se connecter',
    signInInstead: 'J’ai déjà un mot de passe',
  },
}

const ar: SignInWords = {
  password: {
    label: 'كلمة المرور',
    show: 'إظهار كلمة المرور',
    hide: 'إخفاء كلمة المرور',
    hint: (charactersMin) => `${charactersMin} حرفاً على الأقل. عدة كلمات أفضل من كلمة واحدة معقدة.`,
    missing: (characters) =>
      plural.ar(characters, {
        one: 'بقي حرف واحد',
        two: 'بقي حرفان',
        few: 'بقيت # أحرف',
        many: 'بقي # حرفاً',
        other: 'بقي # حرف',
      }),
    longEnough: 'الطول كافٍ. عند الحفظ نتحقق من أنه لا يسهل تخمينها.',
  },
  title: 'تسجيل الدخول',
  chooseCompany: 'أنت مستخدم في عدة شركات. اختر الشركة التي تريد الدخول إليها.',
  submit: 'دخول',
  sessionEnded: 'انتهت جلستك. سجل الدخول لتواصل من حيث كنت.',
  forgotten: 'نسيت كلمة المرور؟ اطلب رابطاً جديداً من مستخدم آخر في شركتك أو من مشغّل الموقع.',
  code: {
    label: 'الرمز',
    hint: 'الأرقام الستة التي يعرضها تطبيق المصادقة، أو رمز احتياطي.',
    lost: 'فقدت هاتفك ورموزك الاحتياطية؟ اطلب ممن يدير هذا الموقع إيقاف الخطوة الثانية.',
  },
  forgottenPassword: {
    ask: 'نسيت كلمة المرور؟',
    title: 'كلمة مرور جديدة',
    text: 'أدخل بريدك الإلكتروني. إذا كان لأحد المستخدمين، فستصلك رسالة فيها رابط لاختيار كلمة مرور جديدة.',
    send: 'إرسال',
    back: 'العودة إلى الدخول',
    sentTitle: 'راجع بريدك',
    sentText:
      'إذا كان هذا العنوان لأحد المستخدمين، فهناك رسالة فيها رابط في الطريق إليك. الرابط صالح لمدة ساعة. إذا لم يصلك شيء، فابحث في الرسائل غير المرغوب فيها أو اسأل مستخدماً آخر في شركتك.',
  },
  setPassword: {
    title: 'اختر كلمة المرور',
    user: 'المستخدم:',
    submit: 'حفظ ودخول',
    signInInstead: 'لدي كلمة مرور من قبل',
  },
}

/** The words of the pages before a user is signed in. */
export const signInWords: Record<Locale, SignInWords> = { fr, en, ar }
