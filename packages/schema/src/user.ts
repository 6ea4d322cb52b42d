import { z } from 'zod'
import { Locale } from './company.ts'
import { EmailAddress } from './email.ts'
import { PASSWORD_CHARACTERS_MIN } from './limits.ts'
import { text } from './wording.ts'

/** An e-mail address. Upper and lower case mean the same user. */
export const Email = EmailAddress.transform((address) => address.toLowerCase())

/** Long rather than complicated, as NIST SP 800-63B asks. */
export const Password = text(200).min(PASSWORD_CHARACTERS_MIN, {
  error: `must be at least ${PASSWORD_CHARACTERS_MIN} characters`,
})

/** The password of a user. Only the server knows whether it is right. */
export const CurrentPassword = z.string().min(1, { error: 'is required' }).max(200)

/** A code of an authenticator app, or a recovery code. People type them with blanks or hyphens, too. */
export const Code = z.string().trim().min(1, { error: 'is required' }).max(50)

/** What the sign-in form sends; whether it is right is the server's to say. */
export const SignIn = z.object({
  email: Email,
  password: CurrentPassword,
  /** The company to sign in to, if the person has the same password in several. */
  companyId: z.string().max(100).optional(),
  /** The code of the second factor, once the server has asked for it. */
  code: Code.optional(),
})

/** Asks for a mail with links to choose a new password. */
export const PasswordMailRequest = z.object({ email: Email, locale: Locale })
