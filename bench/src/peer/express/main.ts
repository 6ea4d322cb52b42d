import express from 'express'
import { serve } from '../mongoose/serve.ts'
import { site } from '../mongoose/site.ts'
import { api } from './api.ts'
import { onError } from './error.ts'

const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.use('/api', api)
app.use(site)
app.use(onError)

await serve(app)
