import type { AppError } from '../error.ts'
export function errorPage(error: AppError, path: string, requestId: string): string {
  return `${error.message} ${path} ${requestId}`
}
