/**
 * What a service function needs in its `deps`. A feature that calls the service of another asks for it by this type, so
 * that a store is named only by the feature that owns it.
 */
export type Needs<Service extends (...args: never[]) => unknown> = Parameters<Service>[0]
