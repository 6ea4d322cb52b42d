/**
 * The type of a service function's `deps`. A feature that calls a service of another feature uses this type for its own
 * `deps`, so that only the feature that owns a store names it.
 */
export type Needs<Service extends (...args: never[]) => unknown> = Parameters<Service>[0]
