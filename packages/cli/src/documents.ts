/**
 * Says where a document of the project is, by its path there, such as `docs/installing.md#the-sdk`. The pages are not published yet, and a
 * package has its README alone, so a reader finds it in the clone from which the package was made. Once they are published, it is the
 * `homepage` of package.json with the path, and `.html` in place of `.md`.
 */
export const findDocument = (path: string): string => `${path} (in the clone of Boardwalk)`
