import type { Locale } from '@boardwalk/schema/company'
import type { ErrorCode } from '@boardwalk/schema/error'

/** The errors that only the integration API, the public site and the commands answer. Every other error needs a text here. */
type ErrorElsewhere =
  | 'api_key_missing'
  | 'api_key_invalid'
  | 'scope_missing'
  | 'candidates_forbidden'
  | 'candidate_not_found'
  | 'candidate_not_erased'
  | 'cv_link_invalid'
  | 'cv_not_found'
  | 'job_not_found'
  | 'company_not_found'
  | 'company_withdrawn'
  | 'person_not_found'
  | 'route_not_found'
  | 'page_not_found'
  | 'method_not_allowed'
  | 'company_exists'
  | 'job_exists'
  | 'job_closed'
  | 'applications_elsewhere'
  | 'job_unpublished'
  | 'body_unsupported'
  | 'precondition_failed'
  | 'too_many_applications'
  | 'uploads_closed'
  | 'rate_limited'
  | 'back_office_missing'
  | 'reference_missing'

const en = {
  requestId: 'If you ask for help, give this error reference:',
  retry: 'Try again',
  unreachable: 'The server cannot be reached. Check your connection and try again.',
  byCode: {
    invalid_request: 'Some of what you entered is not accepted. Correct it and try again.',
    sign_in_required: 'This was not done, because your session had ended. You are signed in again: try once more.',
    password_wrong: 'The password is wrong.',
    password_common:
      'This password is easy to guess: it is close to a common password, a date or a row of keys. Choose several words that do not belong together.',
    password_repeated: 'This password repeats the same characters. Choose several words that do not belong together.',
    password_personal:
      'Without your address and the names of your company and this board, this password is easy to guess. Add several words that do not belong together.',
    sign_in_refused: 'The e-mail address or the password is wrong.',
    too_many_requests: 'Too many attempts. Wait a few minutes and try again.',
    origin_refused: 'This request came from another site. Open the back office and try again there.',
    link_invalid: 'This link has already been used or has expired. Ask another user of your company for a new one.',
    key_not_found: 'This key no longer exists.',
    key_revoked: 'This key has already been revoked.',
    key_replaced: 'This key has already been replaced. Replace the new one instead.',
    note_not_found: 'This note no longer exists.',
    user_not_found: 'This user no longer exists.',
    user_exists: 'There is already a user with this address.',
    code_wrong: 'The code is wrong or has been used before. Wait for the next one and try again.',
    second_factor_on: 'Two-step verification is already on.',
    second_factor_off: 'Two-step verification is already off.',
    enrolment_over: 'This QR code is no longer valid. Reload the page and begin again.',
    own_link: 'You change your own password under “Your account”.',
    own_account: 'You cannot remove yourself. Another user can.',
    removed_meanwhile: 'Another user is removing you at this moment, so nothing was done.',
    job_id_not_found: 'There is no job with this id.',
    job_changed: 'Another user or your ATS changed this job after you opened it. Open it again and repeat your change.',
    job_not_deletable:
      'Only a draft that was never published can be deleted, because candidates may have applied to the others.',
    preview_outdated:
      'The texts or the people changed after you saw them, so nothing was sent. Look at the e-mail again, and send it.',
    replies_changed:
      'Another user changed the answers after you opened them. Load the page again and repeat your change.',
    too_many_replies:
      'A user can answer 500 people a day, so nothing was sent. Choose fewer people, or go on tomorrow.',
    company_changed: 'Another user changed the profile after you opened it. Open it again and repeat your change.',
    company_suspended:
      'The operator of this board has suspended your company, so jobs cannot be created, changed or published.',
    external_id_taken: 'Another job already has this external id. Change or remove it there first.',
    application_not_found: 'This application does not exist.',
    application_erased: 'This person’s data was erased.',
    body_too_large: 'This is more than the 1 MB that can be sent at once. Shorten it and try again.',
    unavailable: 'The server cannot do this at the moment, so nothing was changed. Try again in a little while.',
    unconfirmed: 'The server could not finish this. Wait a little, check whether your change was saved, and try again.',
    not_in_journal:
      'This takes effect from now on, but it could not be recorded. Repeat it in a little while, or a restored backup would undo it.',
    internal: 'Something went wrong on our side. Try again in a moment.',
  } satisfies Record<Exclude<ErrorCode, ErrorElsewhere>, string>,
}

export type ErrorWords = typeof en

const fr: ErrorWords = {
  requestId: 'Si vous demandez de l’aide, donnez cette référence de l’erreur\u00a0:',
  retry: 'Réessayer',
  unreachable: 'Le serveur ne répond pas. Vérifiez votre connexion et réessayez.',
  byCode: {
    invalid_request: 'Une partie de votre saisie n’est pas acceptée. Corrigez-la et réessayez.',
    sign_in_required: 'Cela n’a pas été fait, car votre session était terminée. Elle est rétablie\u00a0: réessayez.',
    password_wrong: 'Le mot de passe est erroné.',
    password_common:
      'Ce mot de passe serait vite deviné\u00a0: il ressemble à un mot de passe courant, à une date ou à une suite de touches. Choisissez plusieurs mots sans rapport entre eux.',
    password_repeated: 'Ce mot de passe répète les mêmes caractères. Choisissez plusieurs mots sans rapport entre eux.',
    password_personal:
      'Sans votre adresse ni les noms de votre entreprise et de ce site, ce mot de passe serait vite deviné. Ajoutez plusieurs mots sans rapport entre eux.',
    sign_in_refused: 'L’adresse e-mail ou le mot de passe est incorrect.',
    too_many_requests: 'Trop de tentatives. Attendez quelques minutes et réessayez.',
    origin_refused: 'Cette requête vient d’un autre site. Ouvrez l’espace recruteur et réessayez.',
    link_invalid:
      'Ce lien a déjà servi ou a expiré. Demandez-en un nouveau à un autre utilisateur de votre entreprise.',
    key_not_found: 'Cette clé n’existe plus.',
    key_revoked: 'Cette clé est déjà révoquée.',
    key_replaced: 'Cette clé est déjà remplacée. Remplacez plutôt la nouvelle.',
    note_not_found: 'Cette note n’existe plus.',
    user_not_found: 'Cet utilisateur n’existe plus.',
    user_exists: 'Il y a déjà un utilisateur avec cette adresse.',
    code_wrong: 'Le code est erroné ou a déjà servi. Attendez le suivant et réessayez.',
    second_factor_on: 'La validation en deux étapes est déjà activée.',
    second_factor_off: 'La validation en deux étapes est déjà désactivée.',
    enrolment_over: 'Ce code QR n’est plus valable. Rechargez la page et recommencez.',
    own_link: 'Vous changez votre propre mot de passe dans «\u00a0Votre compte\u00a0».',
    own_account: 'Vous ne pouvez pas vous retirer vous-même\u00a0; un autre utilisateur le peut.',
    removed_meanwhile: 'Un autre utilisateur est en train de vous retirer\u00a0; rien n’a été fait.',
    job_id_not_found: 'Aucune offre ne porte ce numéro.',
    job_changed:
      'Un autre utilisateur ou votre ATS a modifié cette offre après que vous l’avez ouverte. Ouvrez-la à nouveau et refaites votre changement.',
    job_not_deletable:
      'Seul un brouillon jamais publié peut être supprimé, car des personnes ont pu postuler aux autres.',
    preview_outdated:
      'Les textes ou les personnes ont changé après votre aperçu\u00a0: rien n’a été envoyé. Regardez l’e-mail de nouveau, puis envoyez-le.',
    replies_changed:
      'Un autre utilisateur a modifié les réponses après que vous les avez ouvertes. Rechargez la page et recommencez.',
    too_many_replies:
      'Un utilisateur peut répondre à 500 personnes par jour\u00a0: rien n’a été envoyé. Choisissez moins de personnes, ou continuez demain.',
    company_changed:
      'Un autre utilisateur a modifié le profil après que vous l’avez ouvert. Rouvrez-le et refaites votre changement.',
    company_suspended:
      'L’exploitant de ce site a suspendu votre entreprise\u00a0: aucune offre ne peut être créée, modifiée ni publiée.',
    external_id_taken: 'Une autre offre porte déjà cet identifiant externe. Changez-le ou retirez-le d’abord là-bas.',
    application_not_found: 'Cette candidature n’existe pas.',
    application_erased: 'Ce que cette personne avait envoyé a été effacé.',
    body_too_large: 'Cela dépasse 1 Mo, la taille maximale d’un envoi. Raccourcissez et réessayez.',
    unavailable: 'Le serveur ne peut pas le faire pour l’instant, et rien n’a été modifié. Réessayez dans un moment.',
    unconfirmed:
      'Le serveur n’a pas pu terminer. Attendez un peu, vérifiez si votre modification a été enregistrée, puis réessayez.',
    not_in_journal:
      'C’est effectif dès maintenant, mais n’a pas pu être consigné. Recommencez dans un moment, sinon la restauration d’une sauvegarde l’annulerait.',
    internal: 'Une erreur est survenue, par notre faute. Réessayez dans un instant.',
  },
}

const ar: ErrorWords = {
  requestId: 'إن طلبت المساعدة فاذكر مرجع الخطأ هذا:',
  retry: 'إعادة المحاولة',
  unreachable: 'تعذر الوصول إلى الخادم. تحقق من الاتصال ثم أعد المحاولة.',
  byCode: {
    invalid_request: 'بعض ما أدخلته غير مقبول. صححه ثم أعد المحاولة.',
    sign_in_required: 'لم يتم ذلك، لأن جلستك كانت قد انتهت. سجلت الدخول من جديد، فأعد المحاولة.',
    password_wrong: 'كلمة المرور خاطئة.',
    password_common:
      'هذه الكلمة يسهل تخمينها: فهي تشبه كلمة مرور شائعة أو تاريخاً أو سلسلة من المفاتيح. اختر عدة كلمات لا علاقة بينها.',
    password_repeated: 'هذه الكلمة تكرر الأحرف نفسها. اختر عدة كلمات لا علاقة بينها.',
    password_personal:
      'دون عنوانك واسم شركتك واسم هذا الموقع، يسهل تخمين كلمة المرور هذه. أضف عدة كلمات لا علاقة بينها.',
    sign_in_refused: 'البريد الإلكتروني أو كلمة المرور غير صحيحة.',
    too_many_requests: 'محاولات كثيرة جداً. انتظر بضع دقائق ثم أعد المحاولة.',
    origin_refused: 'هذا الطلب صادر عن موقع آخر. افتح فضاء التوظيف وحاول هناك.',
    link_invalid: 'هذا الرابط استُعمل أو انتهت صلاحيته. اطلب رابطاً جديداً من مستخدم آخر في شركتك.',
    key_not_found: 'لم يعد هذا المفتاح موجوداً.',
    key_revoked: 'أُبطل هذا المفتاح من قبل.',
    key_replaced: 'استُبدل هذا المفتاح من قبل. استبدل المفتاح الجديد بدلاً منه.',
    note_not_found: 'لم تعد هذه الملاحظة موجودة.',
    user_not_found: 'لم يعد هذا المستخدم موجوداً.',
    user_exists: 'يوجد مستخدم بهذا العنوان من قبل.',
    code_wrong: 'الرمز خاطئ أو استُعمل من قبل. انتظر الرمز التالي ثم أعد المحاولة.',
    second_factor_on: 'الخطوة الثانية مفعّلة من قبل.',
    second_factor_off: 'الخطوة الثانية موقوفة من قبل.',
    enrolment_over: 'لم يعد رمز الاستجابة السريعة هذا صالحاً. أعد تحميل الصفحة وابدأ من جديد.',
    own_link: 'تغيّر كلمة مرورك في صفحة «حسابك».',
    own_account: 'لا يمكنك حذف نفسك؛ يمكن ذلك لمستخدم آخر.',
    removed_meanwhile: 'يحذفك مستخدم آخر في هذه اللحظة، فلم يُنفَّذ شيء.',
    job_id_not_found: 'لا يوجد عرض عمل بهذا الرقم.',
    job_changed: 'غيّر مستخدم آخر أو نظام التوظيف هذا العرض بعد أن فتحته. افتحه من جديد وأعد تغييرك.',
    job_not_deletable: 'لا تُحذف إلا مسودة لم تُنشر قط، لأن أشخاصاً قد يكونون ترشحوا للعروض الأخرى.',
    preview_outdated: 'تغيرت النصوص أو الأشخاص بعد المعاينة، فلم يُرسل شيء. راجع الرسالة من جديد ثم أرسلها.',
    replies_changed: 'غيّر مستخدم آخر الردود بعد أن فتحتها. أعد تحميل الصفحة وكرر التعديل.',
    too_many_replies: 'يمكن للمستخدم الرد على 500 شخص في اليوم، فلم يُرسل شيء. اختر عدداً أقل أو تابع غداً.',
    company_changed: 'غيّر مستخدم آخر هذه الصفحة بعد أن فتحتها. افتحها من جديد وأعد تغييرك.',
    company_suspended: 'أوقف مشغّل هذا الموقع شركتك، فلا يمكن إنشاء أي عرض أو تعديله أو نشره.',
    external_id_taken: 'يحمل عرض آخر هذا المعرف الخارجي. غيّره أو احذفه هناك أولاً.',
    application_not_found: 'لا يوجد طلب ترشح كهذا.',
    application_erased: 'مُحي ما أرسله هذا الشخص.',
    body_too_large: 'يتجاوز هذا ميغابايت واحداً، وهو أقصى ما يمكن إرساله دفعة واحدة. اختصره ثم أعد المحاولة.',
    unavailable: 'يتعذر على الخادم تنفيذ هذا الآن، ولم يتغير شيء. أعد المحاولة بعد قليل.',
    unconfirmed: 'لم يتمكن الخادم من إتمام هذا. انتظر قليلاً، وتحقق من حفظ تعديلك، ثم أعد المحاولة.',
    not_in_journal: 'صار هذا سارياً، لكن تعذر تسجيله. كرره بعد قليل، وإلا ألغته استعادة نسخة احتياطية.',
    internal: 'حدث خطأ، والخلل من جهتنا. أعد المحاولة بعد لحظات.',
  },
}

/** The words of errors. */
export const errorWords: Record<Locale, ErrorWords> = { fr, en, ar }
