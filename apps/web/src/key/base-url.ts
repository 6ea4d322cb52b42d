/** The address of the integration API, on the same server as this page. */
export const BASE_URL = `${location.origin}/api`
