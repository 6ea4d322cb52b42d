import { z } from 'zod'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'

/* The OpenAPI document of the control port, made of the table of its operations. */

const describe = (schema: z.ZodType) => {
  const { $schema, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return described
}

const toContent = (schema: object) => ({ 'application/json': { schema } })

const refusal = {
  description: 'The input is wrong, or the sandbox refuses. The message says what to do.',
  content: toContent({ $ref: '#/components/schemas/Refusal' }),
}

function describeInput({ method, input }: Operation) {
  const { properties = {}, required = [] } = describe(input)
  if (method === 'POST') return { requestBody: { required: true, content: toContent(describe(input)) } }
  return {
    parameters: Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    })),
  }
}

const describeOperation = ([name, operation]: [string, Operation]) => [
  `/${name}`,
  {
    [operation.method.toLowerCase()]: {
      operationId: name,
      summary: operation.summary,
      ...describeInput(operation),
      responses: {
        200: { description: 'Done.', content: toContent(describe(operation.output ?? z.object({}))) },
        400: refusal,
      },
    },
  },
]

const message = { type: 'string', examples: ['The sandbox has no job A-1'] }

/** Makes the document that `GET /openapi.json` answers with. */
export const createDocument = () => ({
  openapi: '3.1.0',
  info: {
    title: 'Boardwalk sandbox control',
    description:
      'What people do on a Boardwalk in memory, and how it fails: for tests of programs in any language. `GET /` is a page with a form for each operation.',
    version: '1.0.0',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/' }],
  // It serves tests on one machine and has no keys.
  security: [],
  paths: Object.fromEntries(Object.entries(operations).map(describeOperation)),
  components: {
    schemas: {
      Refusal: {
        type: 'object',
        required: ['error'],
        properties: { error: { type: 'object', required: ['message'], properties: { message } } },
      },
    },
  },
})
