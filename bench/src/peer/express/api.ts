import { ExternalId, JobCreate, JobUpdate } from '@boardwalk/schema/job'
import { LinkRequest } from '@boardwalk/schema/link'
import express, { type RequestHandler, Router } from 'express'
import { z } from 'zod'
import { readCandidateFilter } from '../candidate.ts'
import { parse, Refusal } from '../refusal.ts'
import { listCandidates } from './candidate-service.ts'
import { createJob, unpublishJob, updateJob } from './job-service.ts'
import { linkJobs } from './link-service.ts'
import { withKey } from './with-key.ts'

const JobPath = z.object({ externalJobId: ExternalId })

const requireJson: RequestHandler = (req, _res, next) => {
  if (!req.is('application/json')) throw new Refusal('body_unsupported', { message: 'Send application/json' })
  next()
}
const jsonBody = [requireJson, express.json({ limit: '1mb' })] as const

export const api = Router()

api.post('/job', withKey('write', 'jobId'), ...jsonBody, async (req, res) => {
  const { job } = parse(z.object({ job: JobCreate }), req.body)
  res.json(await createJob(res.locals.caller, job))
})

api.put('/job/:externalJobId', withKey('write', 'jobId'), ...jsonBody, async (req, res) => {
  const { externalJobId } = parse(JobPath, req.params)
  const { job } = parse(z.object({ job: JobUpdate }), req.body)
  const { isNew, ...result } = await updateJob(res.locals.caller, externalJobId, job)
  res.status(isNew ? 201 : 200).json(result)
})

api.delete('/job/:externalJobId', withKey('write', 'jobId'), async (req, res) => {
  const { externalJobId } = parse(JobPath, req.params)
  res.json(await unpublishJob(res.locals.caller, externalJobId))
})

api.get('/job/:externalJobId/candidates', withKey('read', 'candidates'), async (req, res) => {
  const { externalJobId } = parse(JobPath, req.params)
  res.json(await listCandidates(res.locals.caller, externalJobId, readCandidateFilter(req.query)))
})

api.post('/job/link', withKey('write', 'results'), ...jsonBody, async (req, res) => {
  const { links } = parse(LinkRequest, req.body)
  res.json(await linkJobs(res.locals.caller, links))
})

api.use(({ method, originalUrl: path }) => {
  throw new Refusal('route_not_found', { method, path })
})
