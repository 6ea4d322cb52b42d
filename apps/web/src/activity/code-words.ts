import type { Locale } from '@boardwalk/schema/company'
import type { JobWarningCode } from '@boardwalk/schema/job-warning'
import type { OwnError } from '@boardwalk/schema/operations'

/** The codes of refusals and warnings that the activity of a company may have. */
type Code =
  | JobWarningCode
  | OwnError
  | 'candidate_not_erased'
  | 'invalid_request'
  | 'api_key_invalid'
  | 'scope_missing'
  | 'rate_limited'
  | 'body_too_large'
  | 'body_unsupported'
  | 'unavailable'
  | 'unconfirmed'
  | 'internal'

const en = {
  unpublished: 'The job is a draft and stays one, until your ATS sends the status PUBLISHED.',
  id_is_job_id:
    'The id of the new job is the board’s own number of another job of yours. It may be the same job twice.',
  id_like_another:
    'The id of the new job differs from that of another one only in how it is written. It may be the same job twice.',
  country_missing: 'The job has no country. The board shows the one that its city names, or Morocco.',
  country_differs: 'A city is not in the country that was sent. The board shows the country of the city.',
  city_not_shown: 'What was sent as a city names no city, so the board shows none.',
  country_unknown: 'The board does not know the country, so Google for Jobs does not show the job.',
  no_text: 'The job has no text, so Google for Jobs does not show it.',
  salary_not_shown: 'The job has a salary that its page does not show, because displaySalary is not true.',
  salary_zero: 'A salary of 0 counts as none.',
  experience_not_shown: 'The page does not show this maximum of years, which means “or more”.',
  elements_removed: 'Pictures, videos, forms or the like were removed from a text.',
  escaped_twice: 'People will read code such as “&amp;” in a text, which was encoded once too often.',
  link_removed: 'A link leads nowhere from the board, so only its words stay.',
  markdown_shown: 'A text mixes HTML and Markdown, so people will read the signs of Markdown.',
  tags_shown: 'A field of plain text has HTML tags, which people will read.',
  terms_ignored: 'A term of the job has no effect: its value is wrong, or does not suit the job.',
  question_ignored: 'A question of the job is wrong, so the form does not ask it.',
  closed: 'The closing date of the job has passed, so people cannot see it.',
  suspended: 'The operator of the board has suspended the job, so people cannot see it.',
  similar_field: 'A field has no effect. Its name resembles one that the board knows: it may be misspelt.',
  invalid_request: 'A value is missing, or is not accepted.',
  api_key_invalid: 'The key was revoked, or its time has ended.',
  scope_missing: 'The key does not have the right to do this.',
  rate_limited: 'Too many requests came in a short time.',
  body_too_large: 'The request is too large.',
  body_unsupported: 'The request was not sent as JSON.',
  unavailable: 'The board could not do this at that moment, and changed nothing.',
  unconfirmed: 'The board could not finish this. Your ATS can safely repeat it.',
  internal: 'The board failed. The fault is not in your ATS.',
  company_suspended: 'The operator of the board has suspended the company, so no job can be created or changed.',
  job_exists: 'There is a job with this external id already. Your ATS should update it.',
  job_not_found: 'No job of the company has this external id.',
  precondition_failed: 'No job has this external id, and the request must not create one.',
  candidates_forbidden: 'No job of the company has the external id whose candidates were asked for.',
  candidate_not_found: 'The company has no candidate with this id.',
  candidate_not_erased: 'An erasure was confirmed, but the person’s data is not erased here.',
  cv_not_found: 'The candidate has sent no CV.',
  application_erased: 'The person’s data was erased here. Your ATS should erase its copy.',
} satisfies Record<Code, string>

type CodeWords = typeof en

const fr: CodeWords = {
  unpublished: 'L’offre est un brouillon et le reste, tant que votre ATS n’envoie pas le statut PUBLISHED.',
  id_is_job_id:
    'L’identifiant de la nouvelle offre est le numéro d’une autre de vos offres sur ce site. C’est peut-être la même offre en double.',
  id_like_another:
    'L’identifiant de la nouvelle offre ne diffère de celui d’une autre que par l’écriture. C’est peut-être la même offre en double.',
  country_missing: 'L’offre n’a pas de pays. Le site affiche celui de sa ville, ou le Maroc.',
  country_differs: 'Une ville n’est pas dans le pays envoyé. Le site affiche le pays de la ville.',
  city_not_shown: 'Ce qui a été envoyé comme ville n’en nomme aucune, donc le site n’en affiche pas.',
  country_unknown: 'Le site ne connaît pas ce pays, donc Google for Jobs n’affiche pas l’offre.',
  no_text: 'L’offre n’a pas de texte, donc Google for Jobs ne l’affiche pas.',
  salary_not_shown: 'L’offre a un salaire que sa page n’affiche pas, car displaySalary n’est pas «\u00a0true\u00a0».',
  salary_zero: 'Un salaire de 0 compte comme une absence de salaire.',
  experience_not_shown: 'La page n’affiche pas ce maximum d’années, qui signifie «\u00a0ou plus\u00a0».',
  elements_removed: 'Des images, des vidéos, des formulaires ou similaires ont été retirés d’un texte.',
  escaped_twice: 'On lira du code comme «\u00a0&amp;\u00a0» dans un texte, car il a été encodé une fois de trop.',
  link_removed: 'Un lien ne mène nulle part depuis ce site\u00a0: seuls ses mots restent.',
  markdown_shown: 'Un texte mélange HTML et Markdown\u00a0: on y lira les signes de Markdown.',
  tags_shown: 'Un champ de texte simple contient des balises HTML, que l’on lira telles quelles.',
  terms_ignored: 'Une condition de l’offre reste sans effet\u00a0: sa valeur est fausse, ou ne convient pas à l’offre.',
  question_ignored: 'Une question de l’offre est mal formée, donc le formulaire ne la pose pas.',
  closed: 'La date limite de l’offre est passée, donc on ne la voit plus sur le site.',
  suspended: 'L’exploitant du site a suspendu l’offre, donc on ne la voit pas.',
  similar_field:
    'Un champ reste sans effet. Son nom ressemble à un champ que le site connaît\u00a0: il est peut-être mal écrit.',
  invalid_request: 'Une valeur manque ou n’est pas acceptée.',
  api_key_invalid: 'La clé a été révoquée ou est arrivée à son terme.',
  scope_missing: 'La clé n’a pas le droit de faire cela.',
  rate_limited: 'Trop de requêtes sont arrivées en peu de temps.',
  body_too_large: 'La requête est trop volumineuse.',
  body_unsupported: 'La requête n’a pas été envoyée en JSON.',
  unavailable: 'Le site n’a pas pu le faire à ce moment-là et n’a rien modifié.',
  unconfirmed: 'Le site n’a pas pu terminer. Votre ATS peut répéter la requête sans risque.',
  internal: 'Le site a eu une défaillance. La faute n’est pas celle de votre ATS.',
  company_suspended: 'L’exploitant du site a suspendu l’entreprise, donc aucune offre ne peut être créée ni modifiée.',
  job_exists: 'Une offre a déjà cet identifiant externe. Votre ATS devrait la modifier.',
  job_not_found: 'Aucune offre de l’entreprise n’a cet identifiant externe.',
  precondition_failed: 'Aucune offre n’a cet identifiant externe, et la requête ne doit pas en créer.',
  candidates_forbidden: 'Aucune offre de l’entreprise n’a l’identifiant externe dont on demande les candidatures.',
  candidate_not_found: 'L’entreprise n’a pas de candidature avec cet identifiant.',
  candidate_not_erased: 'Un effacement a été confirmé, mais les données de la personne ne sont pas effacées ici.',
  cv_not_found: 'La personne n’a pas envoyé de CV.',
  application_erased: 'Les données de la personne sont effacées ici. Votre ATS devrait effacer sa copie.',
}

const ar: CodeWords = {
  unpublished: 'العرض مسودة ويبقى كذلك ما لم يرسل نظام التوظيف الحالة PUBLISHED.',
  id_is_job_id: 'معرف العرض الجديد هو رقم عرض آخر من عروضك في هذا الموقع. ربما تكرر العرض نفسه.',
  id_like_another: 'لا يختلف معرف العرض الجديد عن معرف عرض آخر إلا في طريقة الكتابة. ربما تكرر العرض نفسه.',
  country_missing: 'لا بلد لهذا العرض. يظهر في الموقع بلد مدينته، أو المغرب.',
  country_differs: 'إحدى المدن ليست في البلد المرسل. يظهر في الموقع بلد المدينة.',
  city_not_shown: 'ما أُرسل في خانة المدينة ليس اسم مدينة، فلا تظهر أي مدينة في الموقع.',
  country_unknown: 'لا يعرف الموقع هذا البلد، فلا يظهر العرض في Google for Jobs.',
  no_text: 'لا نص لهذا العرض، فلا يظهر في Google for Jobs.',
  salary_not_shown: 'للعرض راتب لا تظهره صفحته، لأن قيمة displaySalary ليست true.',
  salary_zero: 'الراتب 0 يعني أنه لا راتب.',
  experience_not_shown: 'لا تظهر الصفحة هذا الحد الأقصى للسنوات، فهو يعني «أو أكثر».',
  elements_removed: 'حُذفت من أحد النصوص صور أو فيديوهات أو استمارات أو ما شابهها.',
  escaped_twice: 'سيقرأ الناس في أحد النصوص رموزاً مثل «&amp;» لأنه رُمِّز مرة أكثر من اللازم.',
  link_removed: 'أحد الروابط لا يؤدي إلى أي صفحة من هذا الموقع، فبقيت كلماته وحدها.',
  markdown_shown: 'أحد النصوص يخلط HTML وMarkdown، فسيقرأ الناس علامات Markdown.',
  tags_shown: 'في خانة نص بسيط وسوم HTML سيقرؤها الناس كما هي.',
  terms_ignored: 'أحد شروط العرض لا أثر له: قيمته خاطئة أو لا تناسب العرض.',
  question_ignored: 'أحد أسئلة العرض خاطئ، لذلك لا تطرحه الاستمارة.',
  closed: 'انقضى آخر أجل للترشح لهذا العرض، فلم يعد يظهر للناس.',
  suspended: 'أوقف مشغّل الموقع هذا العرض، فلا يظهر للناس.',
  similar_field: 'أحد الحقول لا أثر له. اسمه يشبه اسم حقل يعرفه الموقع، وربما كُتب بخطأ.',
  invalid_request: 'قيمة ناقصة أو غير مقبولة.',
  api_key_invalid: 'أُلغي المفتاح أو انتهت مدته.',
  scope_missing: 'لا يملك المفتاح صلاحية القيام بهذا.',
  rate_limited: 'وصلت طلبات كثيرة في وقت قصير.',
  body_too_large: 'حجم الطلب أكبر من اللازم.',
  body_unsupported: 'لم يُرسل الطلب بصيغة JSON.',
  unavailable: 'لم يتمكن الموقع من ذلك في تلك اللحظة، ولم يغير شيئاً.',
  unconfirmed: 'لم يتمكن الموقع من إتمام الطلب. يمكن لنظام التوظيف أن يعيده دون ضرر.',
  internal: 'حدث خلل في الموقع. الخطأ ليس من نظام التوظيف.',
  company_suspended: 'أوقف مشغّل الموقع الشركة، فلا يمكن إنشاء أي عرض أو تعديله.',
  job_exists: 'يوجد عرض بهذا المعرف الخارجي. على نظام التوظيف أن يعدّله.',
  job_not_found: 'لا عرض للشركة بهذا المعرف الخارجي.',
  precondition_failed: 'لا عرض بهذا المعرف الخارجي، والطلب لا يسمح بإنشائه.',
  candidates_forbidden: 'لا عرض للشركة بالمعرف الخارجي الذي طُلب مرشحوه.',
  candidate_not_found: 'لا طلب ترشح للشركة بهذا المعرف.',
  candidate_not_erased: 'أُكِّد محوٌ، لكن بيانات الشخص لم تُمح هنا.',
  cv_not_found: 'لم يرسل المترشح سيرة ذاتية.',
  application_erased: 'مُحيت بيانات الشخص هنا. على نظام التوظيف أن يمحو نسخته.',
}

/** A sentence for each code of a refusal or a warning, for readers who do not read the API's English messages. */
export const codeWords: Record<Locale, CodeWords> = { fr, en, ar }
