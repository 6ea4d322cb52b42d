/* The limits that forms in the browser need, too. This file imports nothing, so that a form can use them without zod. */

/** The title of a job. */
export const TITLE_CHARACTERS_MAX = 300
/** A field of a job that holds HTML, as it is stored. */
export const HTML_CHARACTERS_MAX = 100_000
/** The tags of such a field as it is stored, counted as `<`. */
export const HTML_TAGS_MAX = 5_000
/**
 * The tags of such a field as it is sent: editors write many that are removed. A field is sanitised in one go, in which the
 * process answers no other request: the worst one of this limit takes some 100 ms.
 */
export const HTML_SENT_TAGS_MAX = 20_000
/** How deep elements may be nested in such a field. Deeper ones lose their tags and keep their text. */
export const HTML_LEVELS_MAX = 50
/** Every other text of a job. */
export const TEXT_CHARACTERS_MAX = 1_000
/** The number of texts in a field of a job that holds several. */
export const TEXTS_MAX = 100
/** The years of experience that a job can ask for. As a maximum it means this number of years or more. */
export const EXPERIENCE_YEARS_MAX = 20

export const COMPANY_NAME_CHARACTERS_MAX = 200
export const COMPANY_DESCRIPTION_CHARACTERS_MAX = 5_000
/** What a company says about its use of applicants' data. */
export const COMPANY_PRIVACY_CHARACTERS_MAX = 5_000
export const LOGO_BYTES_MAX = 256 * 1024

/** The longest time that a company can choose to keep applications for. */
export const RETENTION_MONTHS_MAX = 120

export const PASSWORD_CHARACTERS_MIN = 12

/** The text that somebody types to search a list of the back office. */
export const SEARCH_CHARACTERS_MAX = 200
