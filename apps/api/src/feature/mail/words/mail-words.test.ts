import { expect, test } from 'vitest'
import { mailWords } from './mail-words.ts'

/** Every mail of a language, as its reader gets it. */
function write({ invitation, password, confirmation, end }: (typeof mailWords)['en']): string {
  const invited = { company: 'COMPANY', inviter: 'INVITER', link: 'LINK' }
  const account = { company: 'COMPANY', link: 'LINK' }
  const accounts = [true, false].map((isInvitation) => password.account({ ...account, isInvitation }))
  const applied = { title: 'TITLE', company: 'COMPANY', reference: 'REFERENCE' }
  const [byOperator = ''] = invitation.text({ ...invited, operator: true })
  const [toNobody = ''] = confirmation.text({ ...applied, name: '' })
  return [
    ...[invitation.subject('COMPANY'), ...invitation.text({ ...invited, operator: false }), byOperator],
    ...[password.subject, ...password.text({ site: 'SITE', accounts })],
    ...[confirmation.subject('TITLE'), ...confirmation.text({ ...applied, name: 'NAME' }), toNobody],
    end('SITE'),
  ].join('\n')
}

test('the mails in English', () => {
  expect(write(mailWords.en)).toMatchInlineSnapshot(`
    "Invitation to the back office of COMPANY
    INVITER has invited you to the back office of COMPANY, where its jobs and applications are.
    Choose your password here. The link works once, within 7 days:
    LINK
    If you did not expect this invitation, you need not do anything.
    The board’s operator has invited you to the back office of COMPANY, where its jobs and applications are.
    Your new password
    Somebody, probably you, has forgotten the password for the back office of SITE.
    Choose a new password here. Each link works once and ends the links before it:
    COMPANY (within 7 days):
    LINK
    COMPANY (within one hour):
    LINK
    If it was not you, you need not do anything: your password has not changed.
    Your application: TITLE
    Hello NAME,
    COMPANY has received your application for “TITLE”.
    Your application’s reference: REFERENCE
    If you did not apply, somebody has entered your address by mistake, and you need not do anything.
    Hello,
    This message was sent automatically by SITE"
  `)
})

test('the mails in French', () => {
  expect(write(mailWords.fr)).toMatchInlineSnapshot(`
    "Invitation à l’espace recruteur – COMPANY
    INVITER vous invite à rejoindre l’espace recruteur de COMPANY, où se trouvent ses offres et ses candidatures.
    Choisissez votre mot de passe ici. Le lien est valable une seule fois, pendant 7 jours :
    LINK
    Si vous n’attendiez pas cette invitation, vous n’avez rien à faire.
    L’exploitant du site vous invite à rejoindre l’espace recruteur de COMPANY, où se trouvent ses offres et ses candidatures.
    Votre nouveau mot de passe
    Quelqu’un, sans doute vous, a oublié le mot de passe de l’espace recruteur de SITE.
    Choisissez un nouveau mot de passe ici. Chaque lien est valable une seule fois et remplace les liens précédents :
    COMPANY (pendant 7 jours) :
    LINK
    COMPANY (pendant une heure) :
    LINK
    Si ce n’était pas vous, vous n’avez rien à faire : votre mot de passe n’a pas changé.
    Votre candidature : TITLE
    Bonjour NAME,
    COMPANY a bien reçu votre candidature pour « TITLE ».
    Référence de votre candidature : REFERENCE
    Si vous n’avez pas postulé, quelqu’un a saisi votre adresse par erreur et vous n’avez rien à faire.
    Bonjour,
    Ce message a été envoyé automatiquement par SITE"
  `)
})

test('the mails in Arabic', () => {
  expect(write(mailWords.ar)).toMatchInlineSnapshot(`
    "دعوة إلى فضاء التوظيف – COMPANY
    دعاك INVITER إلى فضاء التوظيف الخاص بـ COMPANY، حيث توجد عروضها وطلبات الترشح.
    اختر كلمة المرور هنا. يعمل الرابط مرة واحدة خلال 7 أيام:
    LINK
    إذا لم تكن تنتظر هذه الدعوة، فلا داعي لفعل أي شيء.
    دعاك مشغّل الموقع إلى فضاء التوظيف الخاص بـ COMPANY، حيث توجد عروضها وطلبات الترشح.
    كلمة مرورك الجديدة
    نسي شخص ما، والأرجح أنه أنت، كلمة مرور فضاء التوظيف على SITE
    اختر كلمة مرور جديدة هنا. يعمل كل رابط مرة واحدة ويلغي الروابط السابقة:
    COMPANY (خلال 7 أيام):
    LINK
    COMPANY (خلال ساعة واحدة):
    LINK
    إذا لم تكن أنت، فلا داعي لفعل أي شيء: لم تتغير كلمة مرورك.
    ترشحك: TITLE
    مرحبا NAME،
    توصلت COMPANY بترشحك لعرض «TITLE».
    مرجع ترشحك: REFERENCE
    إذا لم تكن قد ترشحت، فقد أدخل شخص ما عنوانك بالخطأ، ولا داعي لفعل أي شيء.
    مرحبا،
    أُرسلت هذه الرسالة تلقائيا من SITE"
  `)
})
