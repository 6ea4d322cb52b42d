import { Router } from 'express'
import { CandidateFilter } from '../mongoose/candidate.ts'
import { listCandidates } from '../mongoose/candidate-service.ts'
import { JobPath } from '../mongoose/external-id.ts'
import { Failure } from '../mongoose/failure.ts'
import { JobCreateBody, JobUpdateBody } from '../mongoose/job.ts'
import { createJob, unpublishJob, updateJob } from '../mongoose/job-service.ts'
import { LinkBody } from '../mongoose/link.ts'
import { linkJobs } from '../mongoose/link-service.ts'
import { jsonBody } from './json-body.ts'
import { operation } from './operation.ts'

export const api = Router()

api.post('/job', operation('write', 'jobId'), ...jsonBody, async (req, res) => {
  const { job } = JobCreateBody.parse(req.body)
  res.json(await createJob(res.locals.caller, job))
})

api.put('/job/:externalJobId', operation('write', 'jobId'), ...jsonBody, async (req, res) => {
  const { externalJobId } = JobPath.parse(req.params)
  const { job } = JobUpdateBody.parse(req.body)
  const { isNew, ...result } = await updateJob(res.locals.caller, externalJobId, job)
  res.status(isNew ? 201 : 200).json(result)
})

api.delete('/job/:externalJobId', operation('write', 'jobId'), async (req, res) => {
  const { externalJobId } = JobPath.parse(req.params)
  res.json(await unpublishJob(res.locals.caller, externalJobId))
})

api.get('/job/:externalJobId/candidates', operation('read', 'candidates'), async (req, res) => {
  const { externalJobId } = JobPath.parse(req.params)
  res.json(await listCandidates(res.locals.caller, externalJobId, CandidateFilter.parse(req.query)))
})

api.post('/job/link', operation('write', 'results'), ...jsonBody, async (req, res) => {
  const { links } = LinkBody.parse(req.body)
  res.json(await linkJobs(res.locals.caller, links))
})

api.use(({ method, originalUrl }) => {
  throw new Failure(404, `No such address: ${method} ${originalUrl}`)
})
