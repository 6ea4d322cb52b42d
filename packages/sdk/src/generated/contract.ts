// Generated from packages/schema by "npm run codegen": do not edit.
import type { operations } from './openapi.ts'

export const limits = {
  "links": 1000,
  "jobs": 100,
  "pageSize": 100,
  "pageSizeDefault": 50,
  "bodyBytes": 1048576,
  "bodyValues": 100000,
  "extraBytes": 65536
} as const

export const routes = {
  "createJob": {
    "method": "POST",
    "path": "/job"
  },
  "updateJob": {
    "method": "PUT",
    "path": "/job/{externalJobId}"
  },
  "unpublishJob": {
    "method": "DELETE",
    "path": "/job/{externalJobId}"
  },
  "linkJobs": {
    "method": "POST",
    "path": "/job/link"
  },
  "getJob": {
    "method": "GET",
    "path": "/job/{externalJobId}"
  },
  "listJobs": {
    "method": "GET",
    "path": "/jobs"
  },
  "upsertJobs": {
    "method": "PUT",
    "path": "/jobs"
  },
  "listCandidates": {
    "method": "GET",
    "path": "/job/{externalJobId}/candidates"
  },
  "listAllCandidates": {
    "method": "GET",
    "path": "/candidates"
  },
  "getMe": {
    "method": "GET",
    "path": "/me"
  }
} satisfies Record<keyof operations, { method: string; path: string }>
