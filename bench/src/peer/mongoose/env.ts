import { z } from 'zod'

export const env = z
  .object({
    PORT: z.coerce.number().int(),
    MONGODB_URI: z.string(),
    DATABASE: z.string(),
    PUBLIC_URL: z.url(),
  })
  .parse(process.env)
