import { describeIssues, findNearest, formatValue, summarizeIssues } from '@boardwalk/schema/wording'
import { z } from 'zod'
import type { Sandbox, SandboxCompany } from '../sandbox.ts'

/* What an operation of the control port is: its input is described once, for the route, the document and the page. */

/** The sandbox that the control port drives, and its companies by slug. */
export interface Controlled {
  sandbox: Sandbox
  companies: Map<string, SandboxCompany>
}

/** An operation of the control port. */
export interface Operation {
  method: 'GET' | 'POST'
  summary: string
  input: z.ZodObject
  /** The answer. Without it, the answer is an empty object. */
  output?: z.ZodObject
  /** Returns the answer. Throws a ControlError if the input is wrong, and an error of the sandbox if it refuses. */
  run(controlled: Controlled, input: unknown): unknown
}

/** An error of the caller. The message says what to do. */
export class ControlError extends Error {
  override name = 'ControlError'
  readonly status: number

  constructor(message: string, status = 400, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

interface Description<Input extends z.ZodObject> extends Omit<Operation, 'input' | 'run'> {
  input: Input
  run(controlled: Controlled, input: z.output<Input>): unknown
}

/** Describes an operation. Its `run` gets an input that was checked. */
export const describeOperation = <Input extends z.ZodObject>({ run, ...operation }: Description<Input>): Operation => ({
  ...operation,
  run(controlled, sent) {
    const parsed = operation.input.safeParse(sent)
    if (!parsed.success) throw new ControlError(summarizeIssues(describeIssues(parsed.error)))
    return run(controlled, parsed.data)
  },
})

/** The members of an input. A member that does not exist is refused, with the name that was probably meant. */
export const members = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code, keys, input }) => {
      if (code !== 'unrecognized_keys') return `must be an object, not ${formatValue(input)}`
      const [name] = z.array(z.string()).parse(keys)
      const names = Object.keys(shape)
      const meant = findNearest(name, names)
      const advice =
        meant === undefined ? `the members are ${names.join(', ')}` : `did you mean ${JSON.stringify(meant)}?`
      return `There is no member ${JSON.stringify(name)}: ${advice}`
    },
  })

/** Finds the company with this slug. Undefined means the first company. */
export function findCompany({ sandbox, companies }: Controlled, slug: string | undefined): SandboxCompany {
  if (slug === undefined) return sandbox
  const found = companies.get(slug)
  if (found !== undefined) return found
  throw new ControlError(
    `There is no company ${JSON.stringify(slug)}: the companies are ${[...companies.keys()].join(', ')}`,
  )
}
