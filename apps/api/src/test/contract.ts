export function checkAgainstDocument(_method: string, _path: string, _answer: unknown): void {}
