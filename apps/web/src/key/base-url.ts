/** Where the integration API stands, as an ATS reaches it: beside this page. */
export const BASE_URL = `${location.origin}/api`
