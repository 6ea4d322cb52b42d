import { fileURLToPath } from 'node:url'
import express, { Router } from 'express'
import document from '../../openapi.json' with { type: 'json' }

const swaggerUiFolder = fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist/package.json')))

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Boardwalk integration API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="icon" href="/api/docs/favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`

const start = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
  displayRequestDuration: true,
})
`

/** The OpenAPI document and a browsable reference, from this server only. */
export function docsRoutes(): Router {
  return Router()
    .get('/api/openapi.json', (_req, res) => {
      res.json(document)
    })
    .get('/api/docs', (_req, res) => {
      res.type('html').send(page)
    })
    .get('/api/docs/start.js', (_req, res) => {
      res.type('js').send(start)
    })
    .use('/api/docs', express.static(swaggerUiFolder, { index: false }))
}
