/** As much of JSON Schema as the requests in the board's document use. */
export interface Schema {
  type?: string | string[] | undefined
  enum?: (string | null)[] | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  minItems?: number | undefined
  maxItems?: number | undefined
  required?: string[] | undefined
  anyOf?: Schema[] | undefined
  items?: Schema | undefined
  properties?: Record<string, Schema> | undefined
}

/** What a board must know of an operation to answer it. */
export interface OperationRules {
  method: string
  path: string
  scope: 'read' | 'write'
  /** The member of the answer that is null in an error's body. */
  nullMember: string
  query: Record<string, Schema>
  /** The object in the body, where there is one. */
  body?: Schema | undefined
}

/** The kinds of value that a schema allows beside null. */
export function typesOf({ type = [] }: Schema): string[] {
  return (typeof type === 'string' ? [type] : type).filter((name) => name !== 'null')
}
