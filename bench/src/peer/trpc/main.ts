import express, { type RequestHandler } from 'express'
import { createOpenApiExpressMiddleware } from 'trpc-to-openapi'
import { serve } from '../mongoose/serve.ts'
import { site } from '../mongoose/site.ts'
import { appRouter } from './router.ts'

/** trpc-to-openapi takes "application/json; charset=utf-8" for JSON and then does not read it. */
const plainJsonType: RequestHandler = (req, _res, next) => {
  if (req.is('application/json')) req.headers['content-type'] = 'application/json'
  next()
}

const api = createOpenApiExpressMiddleware({
  router: appRouter,
  createContext: ({ req, res }) => ({ req, res }),
  // It answers every success with 200 unless told otherwise.
  responseMeta: ({ ctx, errors }) => (errors.length === 0 && ctx ? { status: ctx.res.statusCode } : {}),
  onError: ({ error }) => {
    if (error.code === 'INTERNAL_SERVER_ERROR') process.stderr.write(`${error.cause?.stack ?? error.stack}\n`)
  },
  maxBodySize: 1024 * 1024,
})

const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.use('/api', plainJsonType, api)
app.use(site)

await serve(app)
