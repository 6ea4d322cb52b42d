import { z } from 'zod'
import { PASSWORD_CHARACTERS_MIN } from './field-limits.ts'
import { text } from './wording.ts'

/** An address as people type it; it is one account whatever its case. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, { error: 'must be at most 254 characters' })
  .pipe(z.email({ error: 'must be an e-mail address, such as name@example.com' }))

/** Long rather than complicated, as NIST SP 800-63B asks. */
export const Password = text(200).min(PASSWORD_CHARACTERS_MIN, {
  error: `must be at least ${PASSWORD_CHARACTERS_MIN} characters`,
})

/** What the sign-in form sends; whether it is right is the server's to say. */
export const SignIn = z.object({ email: Email, password: z.string().min(1, { error: 'is required' }).max(200) })
